//! Colours and type of charts, light and dark.

use plotters::style::RGBColor;

use super::Role;

/// How many colours the stacked bars have; more segments than that begin again.
pub const BAR_COLOURS: usize = 8;

/// The colours of a chart, and its font.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    /// The ground that the chart lies on.
    pub panel: RGBColor,
    /// Strong text and the cursor.
    pub ink: RGBColor,
    /// Labels and axes.
    pub soft: RGBColor,
    /// Grid lines.
    pub grid: RGBColor,
    /// [`Role::Primary`].
    pub primary: RGBColor,
    /// [`Role::Secondary`].
    pub secondary: RGBColor,
    /// [`Role::Danger`].
    pub danger: RGBColor,
    /// [`Role::Muted`].
    pub muted: RGBColor,
    /// The segments of stacked bars. Found by a search that keeps the distance in `OKLab` between any two,
    /// and more so between neighbours, as seen with full and with each of three lacking kinds of cones.
    pub bars: [RGBColor; BAR_COLOURS],
    /// How strong the tint of a span or of an area is, 0 to 1.
    pub tint: f64,
    /// A CSS list of font families.
    pub font: &'static str,
}

impl Theme {
    /// Dark on white.
    pub const LIGHT: Self = Self {
        panel: rgb(0xffffff),
        ink: rgb(0x18202b),
        soft: rgb(0x5b6675),
        grid: rgb(0xe8ebf0),
        primary: rgb(0x2f5bd7),
        secondary: rgb(0x62187f),
        danger: rgb(0xb3261e),
        muted: rgb(0x5b6675),
        bars: [
            rgb(0x2f5bd7),
            rgb(0x7e9c07),
            rgb(0x14502f),
            rgb(0xa9248c),
            rgb(0x1b93e6),
            rgb(0x946821),
            rgb(0x5b1668),
            rgb(0xce527a),
        ],
        tint: 0.08,
        font: FONT,
    };
    /// Light on a dark blue grey.
    pub const DARK: Self = Self {
        panel: rgb(0x171d25),
        ink: rgb(0xe6eaf0),
        soft: rgb(0x9aa6b5),
        grid: rgb(0x242d38),
        primary: rgb(0x7da2ff),
        secondary: rgb(0xe6c1f5),
        danger: rgb(0xff8a80),
        muted: rgb(0x9aa6b5),
        bars: [
            rgb(0x7da2ff),
            rgb(0xe7b06c),
            rgb(0x339640),
            rgb(0xb23b90),
            rgb(0x9cdaf5),
            rgb(0xe3efa8),
            rgb(0x7756d4),
            rgb(0xd27ea0),
        ],
        tint: 0.11,
        font: FONT,
    };

    /// The colour of what a line, span, level or marker stands for.
    pub const fn role(&self, role: Role) -> RGBColor {
        match role {
            Role::Primary => self.primary,
            Role::Secondary => self.secondary,
            Role::Danger => self.danger,
            Role::Muted => self.muted,
        }
    }

    /// The colour of the segments with this name.
    pub const fn bar(&self, name: usize) -> RGBColor {
        self.bars[name % BAR_COLOURS]
    }
}

const FONT: &str = "system-ui, sans-serif";

/// A colour from its hexadecimal number.
pub(super) const fn rgb(hex: u32) -> RGBColor {
    let [_, red, green, blue] = hex.to_be_bytes();
    RGBColor(red, green, blue)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn linear(colour: RGBColor) -> [f64; 3] {
        [colour.0, colour.1, colour.2].map(|channel| {
            let value = f64::from(channel) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// Contrast by WCAG 2.2.
    fn contrast(a: RGBColor, b: RGBColor) -> f64 {
        let light = |colour| {
            let [red, green, blue] = linear(colour);
            0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
        };
        let (a, b) = (light(a), light(b));
        (a / b).max(b / a)
    }

    /// Oklab (Ottosson 2020).
    fn oklab([red, green, blue]: [f64; 3]) -> [f64; 3] {
        let l = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue).max(0.0).cbrt();
        let m = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue).max(0.0).cbrt();
        let s = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue).max(0.0).cbrt();
        [
            0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
        ]
    }

    /// Full sight, then without the cones for red, green and blue (Machado, Oliveira and Fernandes 2009).
    const SIGHTS: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ];

    /// The smallest distance between two colours for any of these eyes.
    fn distance(a: RGBColor, b: RGBColor) -> f64 {
        let seen = |sight: &[[f64; 3]; 3], colour| {
            let light = linear(colour);
            oklab(sight.map(|row| (0..3).map(|i| row[i] * light[i]).sum::<f64>().clamp(0.0, 1.0)))
        };
        SIGHTS
            .iter()
            .map(|sight| {
                let (a, b) = (seen(sight, a), seen(sight, b));
                (0..3).map(|i| (a[i] - b[i]).powi(2)).sum::<f64>().sqrt()
            })
            .fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn colours_stand_out_from_the_panel_and_from_each_other() {
        for theme in [Theme::LIGHT, Theme::DARK] {
            for text in [theme.ink, theme.soft, theme.primary, theme.secondary, theme.danger, theme.muted] {
                assert!(contrast(text, theme.panel) >= 4.5, "{text:?}");
            }
            for (index, colour) in theme.bars.iter().enumerate() {
                assert!(contrast(*colour, theme.panel) >= 3.0, "{colour:?}");
                for (other, before) in theme.bars[..index].iter().enumerate() {
                    let least = if other + 1 == index { 0.12 } else { 0.095 };
                    let distance = distance(*colour, *before);
                    assert!(distance >= least, "{distance:.3} between {before:?} and {colour:?}");
                }
            }
            let roles = [Role::Primary, Role::Secondary, Role::Danger].map(|role| theme.role(role));
            for (index, colour) in roles.iter().enumerate() {
                for before in &roles[..index] {
                    let distance = distance(*colour, *before);
                    assert!(distance >= 0.075, "{distance:.3} between {before:?} and {colour:?}");
                }
            }
        }
    }
}
