//! A line that shows a theme, with its escape sequences, for `planboard themes`.

use ratatui::style::{Color, Modifier, Style};

use super::{Contrast, Ground, Theme};
use crate::board::terminal::{Brightness, ColorDepth};
use crate::project::settings::Theme as Setting;

/// The sample: a heading, a comment, a change, a finding, and the selected row. `words`: comment, changed, selected;
/// `variable`: the environment.
pub fn line(setting: Setting, variable: impl Fn(&str) -> Option<String>, ascii: bool, words: [&str; 3]) -> String {
    let depth = if setting == Setting::Mono { ColorDepth::None } else { ColorDepth::of(&variable) };
    let ground = Ground::of_setting(setting, variable("COLORFGBG").as_deref(), None);
    let theme = Theme::of(Contrast::of(setting), ground, depth, ascii);
    let [comment, changed, selected] = words;
    let parts = [
        (theme.comment, format!("{} {comment}", theme.signs.comment)),
        (theme.warn, format!("{} {changed}", theme.signs.changed)),
        (theme.good, theme.signs.reviewed.to_owned()),
        (theme.bad, theme.signs.finding.to_owned()),
        (theme.dim, "00:01:02".to_owned()),
        (theme.selected, format!("{} {selected} ", theme.signs.selected)),
    ];
    parts.map(|(style, text)| painted(style, &text)).join("  ")
}

fn painted(style: Style, text: &str) -> String {
    let mut codes = Vec::new();
    let modifiers =
        [(Modifier::BOLD, "1"), (Modifier::DIM, "2"), (Modifier::UNDERLINED, "4"), (Modifier::REVERSED, "7")];
    codes.extend(modifiers.iter().filter(|(m, _)| style.add_modifier.contains(*m)).map(|(_, code)| (*code).to_owned()));
    codes.extend(style.fg.and_then(|color| code(color, 30)));
    codes.extend(style.bg.and_then(|color| code(color, 40)));
    if codes.is_empty() { text.to_owned() } else { format!("\u{1b}[{}m{text}\u{1b}[0m", codes.join(";")) }
}

/// The code of a colour; `base` is 30 for text and 40 for the background.
fn code(color: Color, base: u8) -> Option<String> {
    let named = |n: u8| Some((base + n).to_string());
    match color {
        Color::Rgb(red, green, blue) => Some(format!("{};2;{red};{green};{blue}", base + 8)),
        Color::Indexed(index) => Some(format!("{};5;{index}", base + 8)),
        Color::Reset => None,
        Color::Black => named(0),
        Color::Red => named(1),
        Color::Green => named(2),
        Color::Yellow => named(3),
        Color::Blue => named(4),
        Color::Magenta => named(5),
        Color::Cyan => named(6),
        Color::Gray => named(7),
        Color::DarkGray => named(60),
        Color::LightRed => named(61),
        Color::LightGreen => named(62),
        Color::LightYellow => named(63),
        Color::LightBlue => named(64),
        Color::LightMagenta => named(65),
        Color::LightCyan => named(66),
        Color::White => named(67),
    }
}

impl Ground {
    /// What is taken for the background before the terminal answers: the setting, else COLORFGBG, else what the terminal
    /// answered the last time (board rules, look).
    pub fn of_setting(setting: Setting, colorfgbg: Option<&str>, remembered: Option<Ground>) -> Ground {
        match setting {
            Setting::Dark => Ground::Dark,
            Setting::Light => Ground::Light,
            _ => match colorfgbg.and_then(Brightness::of_palette) {
                Some(Brightness::Dark) => Ground::Dark,
                Some(Brightness::Light) => Ground::Light,
                None => remembered.unwrap_or_default(),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_has_colours_and_ends_with_none() {
        let rich = |name: &str| (name == "COLORTERM").then(|| "truecolor".to_owned());
        let shown = line(Setting::Dark, rich, true, ["a", "b", "c"]);
        assert!(shown.contains("\u{1b}[38;2;240;198;92m* a\u{1b}[0m") && shown.ends_with("\u{1b}[0m"), "{shown:?}");
        assert!(!line(Setting::Mono, rich, true, ["a", "b", "c"]).contains(";2;"));
    }

    #[test]
    fn setting_then_colorfgbg_then_what_was_answered() {
        assert_eq!(Ground::of_setting(Setting::Light, Some("15;0"), Some(Ground::Dark)), Ground::Light);
        assert_eq!(Ground::of_setting(Setting::Auto, Some("15;0"), Some(Ground::Light)), Ground::Dark);
        assert_eq!(Ground::of_setting(Setting::HighContrast, None, Some(Ground::Light)), Ground::Light);
        assert_eq!(Ground::of_setting(Setting::Auto, None, None), Ground::Unknown);
    }
}
