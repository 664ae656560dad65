//! How many colours the terminal shows, and whether its background is dark, from the environment alone. Pure.

/// How many colours may be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ColorDepth {
    /// None: NO_COLOR, or a terminal without.
    None,
    /// The 16 of the terminal's own palette.
    Sixteen,
    /// The 256 of xterm.
    TwoFiftySix,
    /// 24 bits.
    True,
}

/// Whether the background is dark or light.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Brightness {
    /// Light text on dark
    Dark,
    /// Dark text on light
    Light,
}

/// Terminals with 256 colours whose name does not say so.
const RICH: &[&str] = &["kitty", "alacritty", "wezterm", "ghostty", "foot", "iterm", "contour", "rio"];

impl ColorDepth {
    /// From NO_COLOR (set and not empty), COLORTERM and TERM. 24 bits only when announced.
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> ColorDepth {
        let value = |name: &str| variable(name).unwrap_or_default().to_ascii_lowercase();
        let term = value("TERM");
        if !value("NO_COLOR").is_empty() || term == "dumb" || term.starts_with("vt") {
            return ColorDepth::None;
        }
        if matches!(value("COLORTERM").as_str(), "truecolor" | "24bit") || term.ends_with("-direct") {
            ColorDepth::True
        } else if term.contains("256") || RICH.iter().any(|name| term.contains(name)) {
            ColorDepth::TwoFiftySix
        } else {
            ColorDepth::Sixteen
        }
    }
}

impl Brightness {
    /// From COLORFGBG (`15;0`, `0;default;15`): its last number is the background's place in the palette.
    pub fn of_palette(colorfgbg: &str) -> Option<Brightness> {
        let (_, background) = colorfgbg.trim().rsplit_once(';')?;
        match background.parse::<u8>().ok()? {
            0..=6 | 8 => Some(Brightness::Dark),
            7 | 9..=15 => Some(Brightness::Light),
            _ => None,
        }
    }

    /// From the background's red, green and blue, 0 to 255.
    pub fn of_color(red: u8, green: u8, blue: u8) -> Brightness {
        let luma = u32::from(red) * 299 + u32::from(green) * 587 + u32::from(blue) * 114;
        if luma < 128_000 { Brightness::Dark } else { Brightness::Light }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(set: &[(&str, &str)]) -> ColorDepth {
        ColorDepth::of(|name| set.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn truecolor_only_when_announced_else_256_else_16() {
        assert_eq!(depth(&[("TERM", "xterm-256color"), ("COLORTERM", "truecolor")]), ColorDepth::True);
        assert_eq!(depth(&[("TERM", "xterm"), ("COLORTERM", "24bit")]), ColorDepth::True);
        assert_eq!(depth(&[("TERM", "xterm-direct")]), ColorDepth::True);
        assert_eq!(depth(&[("TERM", "xterm-256color")]), ColorDepth::TwoFiftySix);
        assert_eq!(depth(&[("TERM", "xterm-kitty")]), ColorDepth::TwoFiftySix);
        assert_eq!(depth(&[("TERM", "linux")]), ColorDepth::Sixteen);
        assert_eq!(depth(&[]), ColorDepth::Sixteen);
    }

    #[test]
    fn no_color_counts_when_not_empty() {
        assert_eq!(depth(&[("NO_COLOR", "1"), ("COLORTERM", "truecolor")]), ColorDepth::None);
        assert_eq!(depth(&[("NO_COLOR", ""), ("TERM", "xterm-256color")]), ColorDepth::TwoFiftySix);
        assert_eq!(depth(&[("TERM", "dumb")]), ColorDepth::None);
    }

    #[test]
    fn colorfgbg_says_dark_or_light() {
        assert_eq!(Brightness::of_palette("15;0"), Some(Brightness::Dark));
        assert_eq!(Brightness::of_palette("0;default;15"), Some(Brightness::Light));
        assert_eq!(Brightness::of_palette("0;7"), Some(Brightness::Light));
        assert_eq!(Brightness::of_palette("7;8"), Some(Brightness::Dark));
        for bad in ["", "15", "15;default", "15;99"] {
            assert_eq!(Brightness::of_palette(bad), None, "{bad}");
        }
    }

    #[test]
    fn a_colour_is_dark_or_light() {
        assert_eq!(Brightness::of_color(30, 30, 46), Brightness::Dark);
        assert_eq!(Brightness::of_color(253, 246, 227), Brightness::Light);
    }
}
