//! `planboard themes`: the themes there are; on a terminal each with a sample.

use std::io::IsTerminal;

use crate::board::theme::sample;
use crate::cli::context::{Context, variable};
use crate::cli::failure::Failure;
use crate::project::settings::Theme;
use crate::text::cells;

/// The themes with their names in the settings.
const THEMES: [(&str, Theme); 5] = [
    ("auto", Theme::Auto),
    ("dark", Theme::Dark),
    ("light", Theme::Light),
    ("high-contrast", Theme::HighContrast),
    ("mono", Theme::Mono),
];

/// Lists the themes, the one in effect marked.
///
/// # Errors
/// None; stdout is looked at at the end.
pub fn run(context: &mut Context) -> Result<u8, Failure> {
    context.warn_of_settings();
    let locale = context.locale();
    let (in_effect, ascii) = (context.settings.theme, context.settings.ascii);
    // Colours follow --color: never makes the theme mono, always goes before NO_COLOR.
    let coloured = context.colour || std::io::stdout().is_terminal();
    for (name, theme) in THEMES {
        let about = match theme {
            Theme::Auto => "cli.themes.auto",
            Theme::Dark => "cli.themes.dark",
            Theme::Light => "cli.themes.light",
            Theme::HighContrast => "cli.themes.high-contrast",
            Theme::Mono => "cli.themes.mono",
        };
        let mark = if theme == in_effect { "*" } else { " " };
        context.out.line(&format!("{mark} {} {}", cells::fit(name, 14), locale.word(about)));
        if coloured {
            let always = context.colour;
            let words = [
                locale.word("cli.themes.comment"),
                locale.word("cli.themes.changed"),
                locale.word("cli.themes.selected"),
            ];
            let depth = |name: &str| variable(name).filter(|_| name != "NO_COLOR" || !always);
            context.out.line(&format!("    {}", sample::line(theme, depth, ascii, words)));
        }
    }
    Ok(0)
}
