//! The colours of each theme, in 24 bits; fewer colours are found from them.

use ratatui::style::{Color, Modifier, Style};

use super::contrast::Rgb;
use super::nearest::{in_16, in_256};
use super::{Contrast, Ground};
use crate::board::terminal::ColorDepth;

/// The colours of a theme.
pub struct Palette {
    pub dim: Option<Color>,
    pub accent: Color,
    pub comment: Color,
    pub good: Color,
    pub warn: Color,
    pub bad: Color,
    pub next: Color,
    /// Text and background of the selected row, where the theme sets both.
    pub selected: Option<(Color, Color)>,
}

struct Tones {
    dim: Option<Rgb>,
    accent: Rgb,
    comment: Rgb,
    good: Rgb,
    warn: Rgb,
    bad: Rgb,
    selected: Option<(Rgb, Rgb)>,
}

const fn rgb(hex: u32) -> Rgb {
    ((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const DARK: Tones = Tones {
    dim: Some(rgb(0x9a_a0a8)),
    accent: rgb(0x7f_c4f0),
    comment: rgb(0xf0_c65c),
    good: rgb(0x8c_d08c),
    warn: rgb(0xf0_a860),
    bad: rgb(0xf4_8a8a),
    selected: None,
};
const LIGHT: Tones = Tones {
    dim: Some(rgb(0x5c_626a)),
    accent: rgb(0x0b_5a8f),
    comment: rgb(0x8a_5400),
    good: rgb(0x1d_6b2c),
    warn: rgb(0x94_4400),
    bad: rgb(0xa8_1c1c),
    selected: None,
};
/// Middle tones that stand out from black and from white alike.
const EITHER: Tones = Tones {
    dim: Some(rgb(0x80_868c)),
    accent: rgb(0x2f_88c0),
    comment: rgb(0xb0_7a10),
    good: rgb(0x3a_924a),
    warn: rgb(0xc0_6a20),
    bad: rgb(0xd8_4c4c),
    selected: None,
};
const HIGH_DARK: Tones = Tones {
    dim: None,
    accent: rgb(0x7f_e0ff),
    comment: rgb(0xff_e04d),
    good: rgb(0x7f_ff9a),
    warn: rgb(0xff_c880),
    bad: rgb(0xff_b3b3),
    selected: Some(ON_ANY),
};
/// Text and background of the selected row of high contrast, whatever is around it.
const ON_ANY: (Rgb, Rgb) = (rgb(0x00_0000), rgb(0xff_e04d));
const HIGH_LIGHT: Tones = Tones {
    dim: None,
    accent: rgb(0x00_3b80),
    comment: rgb(0x5a_2e00),
    good: rgb(0x00_4d17),
    warn: rgb(0x6e_2a00),
    bad: rgb(0x8b_0000),
    selected: Some((rgb(0xff_ffff), rgb(0x00_2b66))),
};

/// The darkest and the lightest backgrounds a theme is meant for.
pub fn grounds(ground: Ground) -> &'static [Rgb] {
    const ON_DARK: &[Rgb] = &[rgb(0), rgb(0x28_2c34)];
    const ON_LIGHT: &[Rgb] = &[rgb(0xff_ffff), rgb(0xfd_f6e3)];
    const ON_EITHER: &[Rgb] = &[rgb(0), rgb(0xff_ffff)];
    match ground {
        Ground::Dark => ON_DARK,
        Ground::Light => ON_LIGHT,
        Ground::Unknown => ON_EITHER,
    }
}

/// The least contrast of every text with each of [`grounds`]. No colour has more than 4.58 with black and white both.
pub fn least(contrast: Contrast, ground: Ground) -> f64 {
    match (contrast, ground) {
        (Contrast::Normal, Ground::Unknown) => 3.0,
        (Contrast::Normal, _) => 4.5,
        (Contrast::High, _) => 7.0,
    }
}

/// Of 16 colours there are too few for the nearest to be told apart: they are chosen, each legible as xterm and VGA show
/// it. `Reset`: on white none of that hue can be read.
const fn sixteen(ground: Ground) -> Palette {
    let [accent, comment, good, warn, bad] = match ground {
        Ground::Dark => [Color::Cyan, Color::LightYellow, Color::Green, Color::LightMagenta, Color::LightRed],
        Ground::Light => [Color::Blue, Color::Blue, Color::Reset, Color::Magenta, Color::Red],
        Ground::Unknown => [Color::LightBlue, Color::LightBlue, Color::Reset, Color::Magenta, Color::LightRed],
    };
    Palette { dim: None, accent, comment, good, warn, bad, next: good, selected: None }
}

impl Palette {
    /// `None`: without colours.
    pub fn of(contrast: Contrast, ground: Ground, depth: ColorDepth) -> Option<Palette> {
        let tones = match (contrast, ground) {
            (Contrast::Normal, Ground::Dark) => DARK,
            (Contrast::Normal, Ground::Light) => LIGHT,
            (Contrast::Normal, Ground::Unknown) => EITHER,
            (Contrast::High, Ground::Dark) => HIGH_DARK,
            (Contrast::High, Ground::Light) => HIGH_LIGHT,
            // Nothing stands out from black and white by 7: the text's own colour, and bold.
            (Contrast::High, Ground::Unknown) => return None,
        };
        if depth == ColorDepth::Sixteen && contrast == Contrast::Normal {
            return Some(sixteen(ground));
        }
        let (all, least) = (grounds(ground), least(contrast, ground));
        let on = |wanted: Rgb, grounds: &[Rgb]| match depth {
            ColorDepth::None => None,
            ColorDepth::True => Some(Color::Rgb(wanted.0, wanted.1, wanted.2)),
            ColorDepth::TwoFiftySix => Some(in_256(wanted, grounds, least)),
            // Of 16 the first ground is assumed, plain black or white: the palette is the terminal's own.
            ColorDepth::Sixteen => Some(in_16(wanted, grounds.get(..1).unwrap_or_default(), least.min(4.5))),
        };
        let few = depth == ColorDepth::Sixteen;
        Some(Palette {
            dim: tones.dim.and_then(|dim| on(dim, all)),
            accent: on(tones.accent, all)?,
            comment: on(tones.comment, all)?,
            good: on(tones.good, all)?,
            warn: on(tones.warn, all)?,
            bad: on(tones.bad, all)?,
            next: on(tones.good, all)?,
            // 16 colours may be anything: there the terminal's own two are swapped.
            selected: tones.selected.filter(|_| !few).and_then(|(text, ground)| {
                let ground_shown = on(ground, &[])?;
                Some((on(text, &[ground])?, ground_shown))
            }),
        })
    }

    /// The style of the selected row.
    pub fn selected(&self) -> Style {
        let reversed = Style::new().add_modifier(Modifier::REVERSED);
        self.selected.map_or(reversed, painted)
    }

    /// That of a high contrast on a ground that is not known: a bar that brings its own.
    pub fn selected_on_any(depth: ColorDepth) -> Style {
        let ((text, ground), reversed) = (ON_ANY, Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD));
        match depth {
            ColorDepth::None | ColorDepth::Sixteen => reversed,
            ColorDepth::TwoFiftySix => painted((in_256(text, &[ground], 7.0), in_256(ground, &[], 1.0))),
            ColorDepth::True => painted((Color::Rgb(text.0, text.1, text.2), Color::Rgb(ground.0, ground.1, ground.2))),
        }
    }
}

fn painted((text, ground): (Color, Color)) -> Style {
    Style::new().fg(text).bg(ground).add_modifier(Modifier::BOLD)
}
