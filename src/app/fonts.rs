//! The shipped fonts (see `fonts/README.md`).

use std::sync::Arc;

use eframe::egui::{self, FontData, FontDefinitions, FontFamily};

const REGULAR: &[u8] = include_bytes!("fonts/karasu-regular.otf");
const BOLD: &[u8] = include_bytes!("fonts/karasu-bold.otf");

/// The family of headings, totals and tile faces.
pub fn bold() -> FontFamily {
    FontFamily::Name("bold".into())
}

/// Gives egui the shipped fonts, in front of its own (which keep their signs).
pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(definitions());
}

fn definitions() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    for (name, bytes) in [("karasu", REGULAR), ("karasu-bold", BOLD)] {
        fonts
            .font_data
            .insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    let fallback = fonts
        .families
        .get(&FontFamily::Proportional)
        .cloned()
        .unwrap_or_default();
    let family = |first: &str| {
        let mut list = vec![first.to_owned()];
        list.extend(fallback.iter().cloned());
        list
    };
    fonts.families.insert(bold(), family("karasu-bold"));
    fonts
        .families
        .insert(FontFamily::Proportional, family("karasu"));
    if let Some(mono) = fonts.families.get_mut(&FontFamily::Monospace) {
        mono.insert(1, "karasu".to_owned());
    }
    fonts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::text::T;
    use crate::lang::Lang;
    use crate::score::{FaultId, item};
    use crate::tile::Tile;

    const BOTH: [Lang; 2] = [Lang::Ja, Lang::En];

    /// The shipped fonts alone, without egui's.
    fn shipped_only() -> egui::Context {
        let mut fonts = FontDefinitions::empty();
        for (name, bytes, family) in [
            ("r", REGULAR, FontFamily::Proportional),
            ("b", BOLD, bold()),
            ("m", REGULAR, FontFamily::Monospace),
        ] {
            fonts
                .font_data
                .insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
            fonts.families.insert(family, vec![name.to_owned()]);
        }
        let ctx = egui::Context::default();
        ctx.set_fonts(fonts);
        ctx.run_ui(egui::RawInput::default(), |_| {})
            .drop_without_applying_deltas();
        ctx
    }

    /// Promise 17: every glyph used is in the shipped fonts.
    #[test]
    fn every_character_of_every_text_is_in_the_shipped_fonts() {
        let ctx = shipped_only();
        let names = item::ALL
            .iter()
            .flat_map(|item| [item.name_ja(), item.name_en()]);
        let faults = FaultId::ALL
            .iter()
            .flat_map(|fault| BOTH.map(|lang| fault.message(lang)));
        let mut used: Vec<char> = T::ALL
            .iter()
            .flat_map(|text| BOTH.map(|lang| text.get(lang)))
            .chain(Tile::all().map(Tile::name_ja))
            .chain(crate::app::faces::GLYPHS.iter().copied())
            .chain(names)
            .chain(faults)
            .flat_map(str::chars)
            .collect();
        for rules in crate::app::rule_sets() {
            used.extend(BOTH.iter().flat_map(|&lang| rules.name(lang).chars()));
        }
        used.sort_unstable();
        used.dedup();
        assert!(used.len() > 200, "the texts were not collected");
        for family in [FontFamily::Proportional, bold()] {
            let font = egui::FontId::new(16.0, family.clone());
            let missing: String = used
                .iter()
                .filter(|&&c| !ctx.fonts_mut(|fonts| fonts.has_glyph(&font, c)))
                .collect();
            assert_eq!(missing, "", "not in {family:?}");
        }
    }
}
