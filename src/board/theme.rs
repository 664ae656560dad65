//! Colours and signs. No theme paints the whole background; colour is never the only sign.

use ratatui::style::{Color, Modifier, Style};

use crate::board::terminal::ColorDepth;

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
}

const UNICODE: Signs = Signs {
    selected: "▶",
    comment: "●",
    sent: "○",
    unfinished: "✎",
    reviewed: "✓",
    changed: "≠",
    finding: "!",
    planned: "□",
    generating: "◐",
    made: "■",
    failed: "✗",
    stale: "?",
    blocked: "×",
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
};

const ASCII: Signs = Signs {
    selected: ">",
    comment: "*",
    sent: "o",
    unfinished: "~",
    reviewed: "v",
    changed: "#",
    finding: "!",
    planned: "_",
    generating: "g",
    made: "=",
    failed: "X",
    stale: "?",
    blocked: "x",
    vertical: "|",
    horizontal: "-",
    bar_full: "#",
    bar_empty: ".",
    cutaway: "`",
    chain: "=",
    cycle: "@",
    unknown: "?",
    before: "<",
    after: "}",
};

impl Theme {
    /// The theme for a ground, as many colours as the terminal has, and signs of ASCII alone if asked.
    pub fn new(ground: Ground, depth: ColorDepth, ascii: bool) -> Theme {
        let plain = Style::new();
        let signs = if ascii { ASCII } else { UNICODE };
        let bold = plain.add_modifier(Modifier::BOLD);
        let reversed = plain.add_modifier(Modifier::REVERSED);
        let Some(palette) = Palette::of(ground, depth) else {
            return Theme {
                text: plain,
                dim: plain,
                heading: bold,
                selected: reversed,
                selected_dim: bold,
                tab: reversed,
                key: bold,
                comment: bold,
                good: plain,
                warn: bold,
                bad: bold,
                next: bold,
                signs,
            };
        };
        Theme {
            text: plain,
            dim: plain.fg(palette.dim),
            heading: bold.fg(palette.accent),
            selected: reversed,
            selected_dim: bold,
            tab: reversed.add_modifier(Modifier::BOLD),
            key: bold.fg(palette.accent),
            comment: plain.fg(palette.comment),
            good: plain.fg(palette.good),
            warn: plain.fg(palette.warn),
            bad: bold.fg(palette.bad),
            next: bold.fg(palette.next),
            signs,
        }
    }
}

struct Palette {
    dim: Color,
    accent: Color,
    comment: Color,
    good: Color,
    warn: Color,
    bad: Color,
    next: Color,
}

impl Palette {
    fn of(ground: Ground, depth: ColorDepth) -> Option<Palette> {
        if depth == ColorDepth::None {
            return None;
        }
        let few = matches!(depth, ColorDepth::Sixteen);
        let pick = |rgb: (u8, u8, u8), indexed: u8, named: Color| match depth {
            ColorDepth::True => Color::Rgb(rgb.0, rgb.1, rgb.2),
            ColorDepth::TwoFiftySix => Color::Indexed(indexed),
            _ => named,
        };
        Some(match ground {
            Ground::Dark => Palette {
                dim: pick((0x9a, 0xa0, 0xa8), 247, Color::Gray),
                accent: pick((0x7f, 0xc4, 0xf0), 117, Color::Cyan),
                comment: pick((0xf0, 0xc6, 0x5c), 221, Color::Yellow),
                good: pick((0x8c, 0xd0, 0x8c), 114, Color::Green),
                warn: pick((0xf0, 0xa8, 0x60), 215, Color::Yellow),
                bad: pick((0xf4, 0x8a, 0x8a), 210, Color::LightRed),
                next: pick((0x8c, 0xd0, 0x8c), 114, Color::Green),
            },
            Ground::Light => Palette {
                dim: pick((0x5c, 0x62, 0x6a), 241, Color::DarkGray),
                accent: pick((0x0b, 0x5a, 0x8f), 25, Color::Blue),
                comment: pick((0x8a, 0x54, 0x00), 94, Color::Magenta),
                good: pick((0x1d, 0x6b, 0x2c), 22, Color::Green),
                warn: pick((0x94, 0x44, 0x00), 130, Color::Red),
                bad: pick((0xa8, 0x1c, 0x1c), 124, Color::Red),
                next: pick((0x1d, 0x6b, 0x2c), 22, Color::Green),
            },
            // Middle tones that stand out from black and from white alike.
            Ground::Unknown => Palette {
                dim: if few { Color::Reset } else { pick((0x80, 0x86, 0x8c), 244, Color::Reset) },
                accent: pick((0x2f, 0x88, 0xc0), 32, Color::Cyan),
                comment: pick((0xb0, 0x7a, 0x10), 136, Color::Yellow),
                good: pick((0x3a, 0x92, 0x4a), 65, Color::Green),
                warn: pick((0xc0, 0x6a, 0x20), 166, Color::Magenta),
                bad: pick((0xd8, 0x4c, 0x4c), 167, Color::Red),
                next: pick((0x3a, 0x92, 0x4a), 65, Color::Green),
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colours_no_style_has_one() {
        let theme = Theme::new(Ground::Dark, ColorDepth::None, false);
        for style in [theme.text, theme.dim, theme.heading, theme.selected, theme.comment, theme.bad, theme.next] {
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
