//! The colours of a picture: those of one theme, or of both with a style sheet that chooses.

use plotters::style::RGBColor;

use super::Theme;
use super::theme::{BAR_COLOURS, rgb};

/// Which colours a picture has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Dark on white.
    Light,
    /// Light on dark.
    Dark,
    /// Dark where the reader's system is. What knows no style sheets shows the light colours.
    Auto,
    /// Dark within an element that this CSS selector names, for pages with a switch of their own.
    Within(&'static str),
}

/// The colours of a theme beside those of charts: of what holds, and of what holds but.
const STATES: [(RGBColor, RGBColor); 2] = [(rgb(0x19693f), rgb(0x63c995)), (rgb(0x7d5100), rgb(0xe7b352))];

/// Colours of a [`Theme`] apart from bars.
const NAMED: usize = 8;

/// How colours become attributes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    /// What a chart is drawn with. Where both themes are wanted its colours are places in a list.
    pub theme: Theme,
    /// What holds.
    pub ok: RGBColor,
    /// What holds, but.
    pub warning: RGBColor,
    /// Whether colours are places in a list, and what stands before a class when dark ones count.
    dark: Option<Look>,
}

/// The colours of a theme in a fixed order.
fn colours(theme: &Theme) -> [RGBColor; NAMED + BAR_COLOURS] {
    let named = [
        theme.panel,
        theme.ink,
        theme.soft,
        theme.grid,
        theme.primary,
        theme.secondary,
        theme.danger,
        theme.muted,
    ];
    std::array::from_fn(|place| match named.get(place) {
        Some(colour) => *colour,
        None => theme.bar(place - NAMED),
    })
}

const fn place(index: usize) -> RGBColor {
    RGBColor(0, 0, index as u8)
}

/// A theme whose colours are places in the list of [`colours`].
fn places() -> Theme {
    Theme {
        panel: place(0),
        ink: place(1),
        soft: place(2),
        grid: place(3),
        primary: place(4),
        secondary: place(5),
        danger: place(6),
        muted: place(7),
        bars: std::array::from_fn(|index| place(NAMED + index)),
        // An opacity cannot be switched by colour: one between the two.
        tint: (Theme::LIGHT.tint + Theme::DARK.tint) / 2.0,
        font: Theme::LIGHT.font,
    }
}

/// The colour at a place, light and dark.
fn pair(index: usize) -> (RGBColor, RGBColor) {
    let (light, dark) = (colours(&Theme::LIGHT), colours(&Theme::DARK));
    match (light.get(index), dark.get(index)) {
        (Some(light), Some(dark)) => (*light, *dark),
        _ => STATES[index.saturating_sub(light.len()).min(1)],
    }
}

impl Paint {
    /// With the colours of this theme.
    pub fn plain(theme: &Theme) -> Self {
        let [ok, warning] = STATES.map(|(light, dark)| if *theme == Theme::DARK { dark } else { light });
        Self { theme: *theme, ok, warning, dark: None }
    }

    /// With these colours.
    pub fn new(look: Look) -> Self {
        match look {
            Look::Light => Self::plain(&Theme::LIGHT),
            Look::Dark => Self::plain(&Theme::DARK),
            Look::Auto | Look::Within(_) => {
                let first = NAMED + BAR_COLOURS;
                Self { theme: places(), ok: place(first), warning: place(first + 1), dark: Some(look) }
            }
        }
    }

    /// An attribute with a colour: `fill="#ffffff"`, and a class where a style sheet may change it.
    pub fn attribute(&self, name: &str, colour: RGBColor) -> String {
        match self.dark {
            None => format!(" {name}=\"{}\"", hex(colour)),
            Some(_) => {
                let (light, _) = pair(usize::from(colour.2));
                format!(" {name}=\"{}\" class=\"hr-{name}{}\"", hex(light), colour.2)
            }
        }
    }

    /// The style sheet that puts the dark colours in where they count: for the classes that occur.
    pub fn style(&self, drawn: &str) -> String {
        let (before, after, scope) = match self.dark {
            Some(Look::Auto) => ("@media (prefers-color-scheme:dark){", "}", ""),
            Some(Look::Within(selector)) => ("", "", selector),
            _ => return String::new(),
        };
        let mut out = format!("<style>{before}");
        for name in ["fill", "stroke"] {
            for index in 0..NAMED + BAR_COLOURS + STATES.len() {
                let class = format!("hr-{name}{index}");
                if crate::text::find(drawn, &format!("\"{class}\""), 0).is_some() {
                    let space = if scope.is_empty() { "" } else { " " };
                    out += &format!("{scope}{space}.{class}{{{name}:{}}}", hex(pair(index).1));
                }
            }
        }
        out += after;
        out += "</style>\n";
        out
    }
}

fn hex(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_list() {
        let all = colours(&places());
        for (index, colour) in all.iter().enumerate() {
            assert_eq!(*colour, place(index));
            assert_eq!(pair(index), (colours(&Theme::LIGHT)[index], colours(&Theme::DARK)[index]));
        }
        let auto = Paint::new(Look::Auto);
        assert_eq!(pair(usize::from(auto.ok.2)), STATES[0]);
        assert_eq!(pair(usize::from(auto.warning.2)), STATES[1]);
    }

    #[test]
    fn only_what_occurs_is_switched() {
        let auto = Paint::new(Look::Auto);
        let panel = auto.attribute("fill", auto.theme.panel);
        assert_eq!(panel, " fill=\"#ffffff\" class=\"hr-fill0\"");
        assert_eq!(
            auto.style(&panel),
            "<style>@media (prefers-color-scheme:dark){.hr-fill0{fill:#171d25}}</style>\n"
        );
        let line = auto.attribute("stroke", auto.theme.danger);
        assert_eq!(
            Paint::new(Look::Within(".navy")).style(&line),
            "<style>.navy .hr-stroke6{stroke:#ff8a80}</style>\n"
        );
        let dark = Paint::new(Look::Dark);
        assert_eq!(dark.attribute("fill", dark.theme.panel), " fill=\"#171d25\"");
        assert_eq!(dark.style(""), "");
        assert_ne!(dark.ok, Paint::new(Look::Light).ok);
    }
}
