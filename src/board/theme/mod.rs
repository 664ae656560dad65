//! Colours and signs. No theme paints the whole background; colour is never the only sign.

mod contrast;
mod nearest;
mod palette;
pub mod sample;

use ratatui::style::{Modifier, Style};

use crate::board::terminal::ColorDepth;
use crate::project::settings::Theme as Setting;
use palette::Palette;

/// What the terminal's background is, as far as is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Ground {
    /// Not known: colours legible on both.
    #[default]
    Unknown,
    /// Dark.
    Dark,
    /// Light.
    Light,
}

impl Ground {
    /// From the terminal's background colour: by its perceived lightness.
    pub fn of_rgb(red: u8, green: u8, blue: u8) -> Ground {
        let light = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
        if light > 127_500 { Ground::Light } else { Ground::Dark }
    }
}

/// How much text stands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Contrast {
    /// At least 4.5 : 1 where the background is known.
    #[default]
    Normal,
    /// At least 7 : 1; nothing is dimmed, everything that means something is bold.
    High,
}

impl Contrast {
    /// What the setting asks for.
    pub fn of(setting: Setting) -> Contrast {
        if setting == Setting::HighContrast { Contrast::High } else { Contrast::Normal }
    }
}

/// Colours and signs of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Theme {
    /// Plain text.
    pub text: Style,
    /// Text of less weight.
    pub dim: Style,
    /// Headings.
    pub heading: Style,
    /// The selected row of the pane that takes the keys.
    pub selected: Style,
    /// The selected row of the other pane.
    pub selected_dim: Style,
    /// The pass on screen, in the header.
    pub tab: Style,
    /// A key, where one is named.
    pub key: Style,
    /// Comments.
    pub comment: Style,
    /// Something done or well.
    pub good: Style,
    /// Something to look at.
    pub warn: Style,
    /// Something wrong.
    pub bad: Style,
    /// What to do next.
    pub next: Style,
    /// Signs drawn.
    pub signs: Signs,
}

/// The signs of the list and the lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // each is named by what it stands for
pub struct Signs {
    pub selected: &'static str,
    pub comment: &'static str,
    pub sent: &'static str,
    pub unfinished: &'static str,
    pub reviewed: &'static str,
    pub done: &'static str,
    pub changed: &'static str,
    pub finding: &'static str,
    pub planned: &'static str,
    pub generating: &'static str,
    pub made: &'static str,
    pub failed: &'static str,
    pub stale: &'static str,
    pub blocked: &'static str,
    pub vertical: &'static str,
    pub horizontal: &'static str,
    pub bar_full: &'static str,
    pub bar_empty: &'static str,
    pub cutaway: &'static str,
    pub chain: &'static str,
    pub cycle: &'static str,
    pub unknown: &'static str,
    pub before: &'static str,
    pub after: &'static str,
    pub more_before: &'static str,
    pub more_after: &'static str,
}

const UNICODE: Signs = Signs {
    selected: "▶",
    comment: "●",
    sent: "○",
    unfinished: "✎",
    reviewed: "✓",
    done: "✓",
    changed: "≠",
    finding: "!",
    planned: "□",
    generating: "◐",
    made: "■",
    failed: "✗",
    stale: "◌",
    blocked: "⊘",
    vertical: "│",
    horizontal: "─",
    bar_full: "█",
    bar_empty: "░",
    cutaway: "└",
    chain: "◆",
    cycle: "↻",
    unknown: "?",
    before: "←",
    after: "→",
    more_before: "«",
    more_after: "»",
};

const ASCII: Signs = Signs {
    selected: ">",
    comment: "*",
    sent: "o",
    unfinished: "w",
    reviewed: "r",
    done: "x",
    changed: "#",
    finding: "!",
    planned: "p",
    generating: "g",
    made: "d",
    failed: "f",
    stale: "s",
    blocked: "n",
    vertical: "|",
    horizontal: "-",
    bar_full: "=",
    bar_empty: ".",
    cutaway: "`",
    chain: "&",
    cycle: "@",
    unknown: "?",
    before: "<",
    after: "^",
    more_before: "{",
    more_after: "}",
};

impl Theme {
    /// The theme for a ground, as many colours as the terminal has, and signs of ASCII alone if asked.
    pub fn new(ground: Ground, depth: ColorDepth, ascii: bool) -> Theme {
        Theme::of(Contrast::Normal, ground, depth, ascii)
    }

    /// The same with as much contrast as asked for.
    pub fn of(contrast: Contrast, ground: Ground, depth: ColorDepth, ascii: bool) -> Theme {
        let plain = Style::new();
        let signs = if ascii { ASCII } else { UNICODE };
        let bold = plain.add_modifier(Modifier::BOLD);
        let reversed = plain.add_modifier(Modifier::REVERSED);
        let high = contrast == Contrast::High;
        let Some(palette) = Palette::of(contrast, ground, depth) else {
            let selected = if high { Palette::selected_on_any(depth) } else { reversed };
            return Theme {
                text: plain,
                dim: plain,
                heading: bold,
                selected,
                selected_dim: bold,
                tab: selected,
                key: bold,
                comment: bold,
                good: if high { bold } else { plain },
                warn: bold,
                bad: bold,
                next: bold,
                signs,
            };
        };
        let said = if high { bold } else { plain };
        // No grey of the 16 is one everywhere, and some terminals show it as the background.
        let faint = if high { plain } else { plain.add_modifier(Modifier::DIM) };
        let selected = palette.selected();
        Theme {
            text: plain,
            dim: palette.dim.map_or(faint, |dim| plain.fg(dim)),
            heading: bold.fg(palette.accent),
            selected,
            selected_dim: bold,
            tab: selected.add_modifier(Modifier::BOLD),
            key: bold.fg(palette.accent),
            comment: said.fg(palette.comment),
            good: said.fg(palette.good),
            warn: said.fg(palette.warn),
            bad: bold.fg(palette.bad),
            next: bold.fg(palette.next),
            signs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::contrast::{Rgb, contrast};
    use super::palette::{grounds, least};
    use super::*;
    use ratatui::style::Color;

    const GROUNDS: [Ground; 3] = [Ground::Unknown, Ground::Dark, Ground::Light];
    const CONTRASTS: [Contrast; 2] = [Contrast::Normal, Contrast::High];

    fn styles(theme: &Theme) -> [Style; 12] {
        let Theme { text, dim, heading, selected, selected_dim, tab, key, comment, good, warn, bad, next, .. } = *theme;
        [text, dim, heading, selected, selected_dim, tab, key, comment, good, warn, bad, next]
    }

    fn shown(color: Color) -> Rgb {
        match color {
            Color::Rgb(red, green, blue) => (red, green, blue),
            Color::Indexed(index) => nearest::of_256(index).expect("none of the terminal's own"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn every_text_can_be_read_on_the_grounds_of_its_theme() {
        for (contrast_asked, ground) in CONTRASTS.into_iter().flat_map(|c| GROUNDS.map(|g| (c, g))) {
            for depth in [ColorDepth::True, ColorDepth::TwoFiftySix] {
                for style in styles(&Theme::of(contrast_asked, ground, depth, false)) {
                    let Some(text) = style.fg else { continue };
                    let behind = style.bg.map_or(grounds(ground).to_vec(), |color| vec![shown(color)]);
                    for rgb in behind {
                        let found = contrast(shown(text), rgb);
                        let wanted = least(contrast_asked, ground);
                        assert!(found >= wanted, "{contrast_asked:?} {ground:?} {depth:?} {style:?}: {found:.2}");
                    }
                }
            }
        }
        for ground in [Ground::Dark, Ground::Light] {
            assert!(CONTRASTS.iter().all(|contrast| least(*contrast, ground) >= 4.5));
        }
    }

    #[test]
    fn no_theme_paints_a_background_but_that_of_the_selected_row() {
        for (contrast, ground) in CONTRASTS.into_iter().flat_map(|c| GROUNDS.map(|g| (c, g))) {
            for depth in [ColorDepth::None, ColorDepth::Sixteen, ColorDepth::TwoFiftySix, ColorDepth::True] {
                let theme = Theme::of(contrast, ground, depth, false);
                let painted = styles(&theme).iter().filter(|style| style.bg.is_some()).count();
                let selected = [theme.selected, theme.tab].iter().filter(|style| style.bg.is_some()).count();
                assert_eq!(painted, selected, "{contrast:?} {ground:?} {depth:?}");
                assert!(theme.text.fg.is_none(), "plain text is the terminal's own");
            }
        }
    }

    #[test]
    fn without_truecolor_none_is_used() {
        for (contrast, ground) in CONTRASTS.into_iter().flat_map(|c| GROUNDS.map(|g| (c, g))) {
            for style in styles(&Theme::of(contrast, ground, ColorDepth::TwoFiftySix, false)) {
                assert!(!matches!(style.fg, Some(Color::Rgb(..))), "{style:?}");
            }
            for style in styles(&Theme::of(contrast, ground, ColorDepth::Sixteen, false)) {
                assert!(!matches!(style.fg, Some(Color::Rgb(..) | Color::Indexed(_))), "{style:?}");
            }
        }
    }

    #[test]
    fn sixteen_colours_tell_apart_and_can_be_read() {
        for ground in GROUNDS {
            let theme = Theme::new(ground, ColorDepth::Sixteen, false);
            assert!(theme.warn.fg != theme.bad.fg && theme.comment.fg != theme.warn.fg, "{ground:?}");
            assert!(theme.dim.add_modifier.contains(Modifier::DIM), "{ground:?}: dim is not plain");
            for style in styles(&theme) {
                let known = nearest::SIXTEEN.iter().find(|(color, ..)| Some(*color) == style.fg);
                let Some((_, xterm, vga)) = known else { continue };
                let wanted = if ground == Ground::Unknown { 2.8 } else { 4.5 };
                let behind = if ground == Ground::Unknown { grounds(ground) } else { &grounds(ground)[..1] };
                for (shown, ground_shown) in
                    [xterm, vga].into_iter().flat_map(|rgb| behind.iter().map(move |b| (rgb, b)))
                {
                    let found = contrast(*shown, *ground_shown);
                    assert!(found >= wanted, "{ground:?} {style:?} on {ground_shown:?}: {found:.2}");
                }
            }
        }
    }

    #[test]
    fn high_contrast_is_more_than_mono_where_the_ground_is_not_known() {
        for depth in [ColorDepth::Sixteen, ColorDepth::TwoFiftySix, ColorDepth::True] {
            let high = Theme::of(Contrast::High, Ground::Unknown, depth, false);
            let mono = Theme::new(Ground::Unknown, ColorDepth::None, false);
            assert_ne!(high.selected, mono.selected, "{depth:?}");
            assert!(high.good.add_modifier.contains(Modifier::BOLD));
        }
    }

    #[test]
    fn without_colours_no_style_has_one() {
        let theme = Theme::new(Ground::Dark, ColorDepth::None, false);
        for style in styles(&theme) {
            assert_eq!((style.fg, style.bg), (None, None));
        }
    }

    #[test]
    fn every_ascii_sign_is_ascii() {
        let shown = format!("{ASCII:?}");
        assert!(shown.is_ascii(), "{shown}");
    }

    #[test]
    fn the_ground_follows_lightness() {
        assert_eq!(Ground::of_rgb(0xfd, 0xf6, 0xe3), Ground::Light);
        assert_eq!(Ground::of_rgb(0x00, 0x2b, 0x36), Ground::Dark);
    }
}
