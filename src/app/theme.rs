//! Colours, spacing and text styles.
//!
//! The hues are Okabe and Ito's, which stay apart in deuteranopia; doubt is
//! told by the outline's shape as well (see [`crate::app::faces`]).

use eframe::egui::{self, Color32, FontFamily, FontId, Stroke, TextStyle, Theme, Visuals};
use serde::{Deserialize, Serialize};

use crate::app::fonts;
use crate::confirm::Doubt;

/// The colour schemes to choose from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scheme {
    /// Dark green-grey.
    #[default]
    Dark,
    /// Paper.
    Light,
    /// White on black, thick lines.
    Contrast,
}

impl Scheme {
    /// All schemes in the order of the chooser.
    pub const ALL: [Scheme; 3] = [Scheme::Dark, Scheme::Light, Scheme::Contrast];

    /// Its colours.
    pub const fn palette(self) -> &'static Palette {
        match self {
            Scheme::Dark => &DARK,
            Scheme::Light => &LIGHT,
            Scheme::Contrast => &CONTRAST,
        }
    }
}

/// The colours of a scheme by what they mean.
#[derive(Debug)]
pub struct Palette {
    /// Behind everything.
    pub ground: Color32,
    /// Panels.
    pub panel: Color32,
    /// Cards and fields on a panel.
    pub card: Color32,
    /// Borders.
    pub line: Color32,
    /// Text.
    pub text: Color32,
    /// Secondary text.
    pub dim: Color32,
    /// The one colour of action and selection.
    pub accent: Color32,
    /// Text on the accent.
    pub on_accent: Color32,
    /// Doubtful tiles.
    pub unsure: Color32,
    /// Tiles below the threshold.
    pub weak: Color32,
    /// Money coming in.
    pub gain: Color32,
    /// Money going out; faults.
    pub loss: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const DARK: Palette = Palette {
    ground: rgb(0x12_17_19),
    panel: rgb(0x1a_21_24),
    card: rgb(0x23_2c_30),
    line: rgb(0x3a_47_4c),
    text: rgb(0xed_f1_ef),
    dim: rgb(0x9d_ab_ac),
    accent: rgb(0x56_b4_e9),
    on_accent: rgb(0x07_1c_28),
    unsure: rgb(0xf0_ac_2a),
    weak: rgb(0xd9_8f_bb),
    gain: rgb(0x5f_c9_a8),
    loss: rgb(0xf0_80_4d),
};

const LIGHT: Palette = Palette {
    ground: rgb(0xe9_ec_e8),
    panel: rgb(0xf6_f7_f4),
    card: rgb(0xff_ff_ff),
    line: rgb(0xc5_cc_c8),
    text: rgb(0x1a_22_24),
    dim: rgb(0x57_64_66),
    accent: rgb(0x00_66_a6),
    on_accent: rgb(0xff_ff_ff),
    unsure: rgb(0xa8_66_00),
    weak: rgb(0xa0_4a_7c),
    gain: rgb(0x00_70_54),
    loss: rgb(0xb8_45_00),
};

const CONTRAST: Palette = Palette {
    ground: rgb(0x00_00_00),
    panel: rgb(0x00_00_00),
    card: rgb(0x0c_0c_0c),
    line: rgb(0xb0_b0_b0),
    text: rgb(0xff_ff_ff),
    dim: rgb(0xdd_dd_dd),
    accent: rgb(0x6a_c8_ff),
    on_accent: rgb(0x00_00_00),
    unsure: rgb(0xff_c2_3d),
    weak: rgb(0xff_a6_d4),
    gain: rgb(0x6f_f0_c6),
    loss: rgb(0xff_94_5c),
};

impl Palette {
    /// The colour of a tile's outline.
    pub const fn doubt(&self, doubt: Doubt) -> Color32 {
        match doubt {
            Doubt::Sure => self.accent,
            Doubt::Unsure => self.unsure,
            Doubt::Weak => self.weak,
        }
    }
}

/// Puts a scheme in force.
pub fn apply(ctx: &egui::Context, scheme: Scheme) {
    let palette = scheme.palette();
    let theme = match scheme {
        Scheme::Light => Theme::Light,
        Scheme::Dark | Scheme::Contrast => Theme::Dark,
    };
    ctx.set_theme(theme);
    ctx.all_styles_mut(|style| {
        style.visuals = visuals(palette, theme, scheme == Scheme::Contrast);
        style.text_styles = text_styles();
        style.spacing.item_spacing = egui::vec2(8.0, 6.0);
        style.spacing.button_padding = egui::vec2(10.0, 5.0);
        style.spacing.interact_size = egui::vec2(36.0, 28.0);
        style.spacing.window_margin = egui::Margin::same(16);
        style.spacing.scroll = egui::style::ScrollStyle::thin();
        style.interaction.tooltip_delay = 0.4;
    });
}

fn text_styles() -> std::collections::BTreeMap<TextStyle, FontId> {
    let font = |size, family: FontFamily| FontId::new(size, family);
    [
        (TextStyle::Small, font(12.0, FontFamily::Proportional)),
        (TextStyle::Body, font(14.5, FontFamily::Proportional)),
        (TextStyle::Button, font(14.5, FontFamily::Proportional)),
        (TextStyle::Monospace, font(15.0, FontFamily::Monospace)),
        (TextStyle::Heading, font(17.0, fonts::bold())),
    ]
    .into()
}

fn visuals(palette: &Palette, theme: Theme, thick: bool) -> Visuals {
    let mut visuals = theme.default_visuals();
    visuals.panel_fill = palette.panel;
    visuals.window_fill = palette.panel;
    visuals.window_stroke = Stroke::new(1.0, palette.line);
    visuals.extreme_bg_color = palette.ground;
    visuals.faint_bg_color = palette.card;
    visuals.override_text_color = None;
    visuals.hyperlink_color = palette.accent;
    visuals.error_fg_color = palette.loss;
    visuals.warn_fg_color = palette.unsure;
    visuals.selection.bg_fill = palette.accent;
    visuals.selection.stroke = Stroke::new(1.0, palette.on_accent);
    visuals.weak_text_color = Some(palette.dim);
    let edge = if thick { 1.5 } else { 1.0 };
    let widgets = &mut visuals.widgets;
    for (state, fill, line, text) in [
        (
            &mut widgets.noninteractive,
            palette.panel,
            palette.line,
            palette.text,
        ),
        (
            &mut widgets.inactive,
            palette.card,
            palette.line,
            palette.text,
        ),
        (
            &mut widgets.hovered,
            palette.card,
            palette.accent,
            palette.text,
        ),
        (
            // Pressed, or the keyboard has come to it: filled is what is on.
            &mut widgets.active,
            palette.card,
            palette.accent,
            palette.text,
        ),
        (
            &mut widgets.open,
            palette.card,
            palette.accent,
            palette.text,
        ),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(edge, line);
        state.fg_stroke = Stroke::new(edge, text);
        state.corner_radius = 6.into();
        state.expansion = 0.0;
    }
    visuals
}
