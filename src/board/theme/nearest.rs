//! A colour in fewer colours: the nearest that can be read as well. Pure.

use ratatui::style::Color;

use super::contrast::{Rgb, contrast};

/// The 16 colours as xterm and as the Linux console and VGA show them. What a terminal makes of them is its own affair:
/// only those that can be read in both are used.
pub(super) const SIXTEEN: [(Color, Rgb, Rgb); 16] = [
    (Color::Black, (0, 0, 0), (0, 0, 0)),
    (Color::Red, (0xcd, 0, 0), (0xaa, 0, 0)),
    (Color::Green, (0, 0xcd, 0), (0, 0xaa, 0)),
    (Color::Yellow, (0xcd, 0xcd, 0), (0xaa, 0x55, 0)),
    (Color::Blue, (0, 0, 0xee), (0, 0, 0xaa)),
    (Color::Magenta, (0xcd, 0, 0xcd), (0xaa, 0, 0xaa)),
    (Color::Cyan, (0, 0xcd, 0xcd), (0, 0xaa, 0xaa)),
    (Color::Gray, (0xe5, 0xe5, 0xe5), (0xaa, 0xaa, 0xaa)),
    (Color::DarkGray, (0x7f, 0x7f, 0x7f), (0x55, 0x55, 0x55)),
    (Color::LightRed, (0xff, 0, 0), (0xff, 0x55, 0x55)),
    (Color::LightGreen, (0, 0xff, 0), (0x55, 0xff, 0x55)),
    (Color::LightYellow, (0xff, 0xff, 0), (0xff, 0xff, 0x55)),
    (Color::LightBlue, (0x5c, 0x5c, 0xff), (0x55, 0x55, 0xff)),
    (Color::LightMagenta, (0xff, 0, 0xff), (0xff, 0x55, 0xff)),
    (Color::LightCyan, (0, 0xff, 0xff), (0x55, 0xff, 0xff)),
    (Color::White, (255, 255, 255), (255, 255, 255)),
];

/// What a colour of the 256 looks like; the first 16 are the terminal's own and have none.
pub fn of_256(index: u8) -> Option<Rgb> {
    let step = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
    match index {
        0..=15 => None,
        16..=231 => {
            let cube = index - 16;
            Some((step(cube / 36), step(cube / 6 % 6), step(cube % 6)))
        }
        _ => {
            let level = 8 + 10 * (index - 232);
            Some((level, level, level))
        }
    }
}

/// The nearest of the 256 colours that has this contrast with each of the grounds.
pub fn in_256(wanted: Rgb, grounds: &[Rgb], least: f64) -> Color {
    let fits = |rgb: Rgb| grounds.iter().all(|ground| contrast(rgb, *ground) >= least);
    let known = (16..=255u8).filter_map(|index| Some((index, of_256(index)?))).filter(|(_, rgb)| fits(*rgb));
    known.min_by_key(|(_, rgb)| distance(wanted, *rgb)).map_or(Color::Reset, |(index, _)| Color::Indexed(index))
}

/// The nearest of the 16 colours, by hue, that can be read on the grounds; the terminal's own text colour where none can.
pub fn in_16(wanted: Rgb, grounds: &[Rgb], least: f64) -> Color {
    let fits = |rgb: Rgb| grounds.iter().all(|ground| contrast(rgb, *ground) >= least);
    let pure = saturated(wanted);
    let known = SIXTEEN.iter().filter(|(_, xterm, vga)| fits(*xterm) && fits(*vga));
    let alike = known.filter(|(_, xterm, _)| is_grey(*xterm) == is_grey(wanted) && distance(pure, *xterm) < FAR);
    match alike.min_by_key(|(_, xterm, _)| distance(pure, *xterm)) {
        None | Some((Color::Black | Color::White, ..)) => Color::Reset,
        Some((color, ..)) => *color,
    }
}

/// From this (squared) distance on it would be another colour, which says something else.
const FAR: u32 = 145 * 145;

/// Colours of so little hue are greys.
fn is_grey((red, green, blue): Rgb) -> bool {
    red.max(green).max(blue) - red.min(green).min(blue) < 32
}

/// The same hue without grey: the 16 colours know no mixed ones. A grey stays.
fn saturated((red, green, blue): Rgb) -> Rgb {
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    if is_grey((red, green, blue)) {
        return (red, green, blue);
    }
    let stretch = |level: u8| {
        let stretched = u32::from(level - least) * u32::from(most) / u32::from(most - least);
        u8::try_from(stretched).unwrap_or(u8::MAX)
    };
    (stretch(red), stretch(green), stretch(blue))
}

fn distance(one: Rgb, other: Rgb) -> u32 {
    let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
    square(one.0, other.0) + square(one.1, other.1) + square(one.2, other.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: [Rgb; 1] = [(0, 0, 0)];
    const WHITE: [Rgb; 1] = [(255, 255, 255)];

    #[test]
    fn a_colour_of_the_256_is_its_own_nearest() {
        for index in 16..=230u8 {
            let rgb = of_256(index).expect("known");
            let found = in_256(rgb, &[], 1.0);
            let Color::Indexed(found) = found else { panic!("{found:?}") };
            assert_eq!(of_256(found), Some(rgb));
        }
    }

    #[test]
    fn what_cannot_be_read_is_passed_over() {
        assert_eq!(in_16((0x1d, 0x6b, 0x2c), &WHITE, 4.5), Color::Reset, "no green of the 16 can be read on white");
        assert_eq!(in_16((0xa8, 0x1c, 0x1c), &WHITE, 4.5), Color::Red);
        assert_eq!(in_16((0x8c, 0xd0, 0x8c), &BLACK, 4.5), Color::Green);
        assert_eq!(in_16((0x7f, 0xc4, 0xf0), &BLACK, 4.5), Color::Cyan);
    }
}
