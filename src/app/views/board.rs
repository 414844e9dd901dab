//! The tiles by zone: hand, sets, gari, indicators, flips, the rest.

use eframe::egui::{self, Rect, Stroke, Ui};

use crate::app::action::Action;
use crate::app::state::State;
use crate::app::text::T;
use crate::app::views::{Scene, labelled_button, tile};
use crate::confirm::{DraftTile, Edit, Place, TileId, Zone};
use crate::meld::MeldKind;

/// Tiles of a complete hand.
const COMPLETE: usize = 14;

/// Draws the zones one below the other, the small ones side by side.
pub fn show(ui: &mut Ui, state: &State, scene: &mut Scene) {
    let width = tile_width(ui.available_width());
    zone_row(ui, state, scene, Zone::Hand, width);
    let small = (width * 0.82).max(22.0);
    let top = egui::Layout::left_to_right(egui::Align::Min).with_main_wrap(true);
    ui.with_layout(top, |ui| {
        ui.spacing_mut().item_spacing = egui::vec2(14.0, 4.0);
        for index in 0..state.draft().melds().len() {
            zone_group(ui, state, scene, Zone::Meld(index), small);
        }
        for zone in side_zones(state) {
            zone_group(ui, state, scene, zone, small);
        }
    });
}

/// As wide as 14 tiles and the button after them fit into a row.
fn tile_width(available: f32) -> f32 {
    ((available - 60.0) / 14.6 - 8.0).clamp(22.0, 48.0)
}

/// The zones that are worth showing: those in use, and those that the rule set
/// and the situation can use.
fn side_zones(state: &State) -> Vec<Zone> {
    let draft = state.draft();
    let asks = state.asks();
    let wanted = |zone: Zone| match zone {
        Zone::Gari => asks.pulls,
        Zone::Dora => true,
        Zone::Ura => asks.ura && draft.situation().riichi > 0,
        Zone::Arisu => asks.arisu && draft.is_closed(),
        _ => false,
    };
    Zone::LISTS
        .into_iter()
        .filter(|&zone| zone != Zone::Hand)
        .filter(|&zone| wanted(zone) || !draft.zone(zone).is_empty())
        .collect()
}

/// The name of a zone in the window.
pub fn zone_name(zone: Zone, scene: &Scene) -> String {
    match zone {
        Zone::Hand => scene.text(T::Hand).into(),
        Zone::Meld(index) => T::Meld.n(scene.lang, index + 1),
        Zone::Gari => scene.text(T::Gari).into(),
        Zone::Dora => scene.text(T::Dora).into(),
        Zone::Ura => scene.text(T::Ura).into(),
        Zone::Arisu => scene.text(T::Arisu).into(),
        Zone::Other => scene.text(T::Other).into(),
    }
}

/// What a hand of so many tiles (kans count three) lacks.
pub fn count_text(size: usize, scene: &Scene) -> String {
    match size {
        n if n < COMPLETE => T::Missing.n(scene.lang, COMPLETE - n),
        COMPLETE => scene.text(T::Complete).into(),
        n => T::Surplus.n(scene.lang, n - COMPLETE),
    }
}

fn zone_row(ui: &mut Ui, state: &State, scene: &mut Scene, zone: Zone, width: f32) {
    ui.horizontal(|ui| {
        ui.label(scene.heading(zone_name(zone, scene)));
        let size = state.draft().size();
        let count = match size {
            0 => String::new(),
            n => count_text(n, scene),
        };
        let color = match size {
            COMPLETE => scene.palette.gain,
            _ => scene.palette.dim,
        };
        ui.label(egui::RichText::new(count).color(color));
        let doubtful = state.draft().doubtful().len();
        if doubtful > 0 {
            let text = T::DoubtfulLeft.n(scene.lang, doubtful);
            ui.label(egui::RichText::new(text).color(scene.palette.unsure));
        }
    });
    tiles(ui, state, scene, zone, width);
}

fn zone_group(ui: &mut Ui, state: &State, scene: &mut Scene, zone: Zone, width: f32) {
    let count = state.draft().zone(zone).len() + 1;
    let needed = count as f32 * (tile::size(width).x + 1.0) + 24.0;
    let room = ui.available_width().min(needed.max(70.0));
    ui.allocate_ui(egui::vec2(room, 0.0), |ui| {
        ui.vertical(|ui| {
            ui.spacing_mut().item_spacing.y = 1.0;
            ui.spacing_mut().interact_size.y = 18.0;
            let name = zone_name(zone, scene);
            ui.horizontal(|ui| {
                ui.label(scene.dim(name).small());
                if let Zone::Meld(index) = zone {
                    meld_kind(ui, state, scene, index);
                }
            });
            tiles(ui, state, scene, zone, width);
        });
    });
}

fn meld_kind(ui: &mut Ui, state: &State, scene: &mut Scene, index: usize) {
    let Some(meld) = state.draft().melds().get(index) else {
        return;
    };
    let kind = scene.text(match meld.kind {
        MeldKind::Chi => T::Chi,
        MeldKind::Pon => T::Pon,
        MeldKind::Daiminkan => T::Daiminkan,
        MeldKind::Kakan => T::Kakan,
        MeldKind::Ankan => T::Ankan,
    });
    let label = T::MeldKindOf.with(
        scene.lang,
        &[("n", &(index + 1).to_string()), ("kind", kind)],
    );
    let text = egui::RichText::new(kind).small();
    ui.scope(|ui| {
        ui.spacing_mut().button_padding = egui::vec2(5.0, 1.0);
        ui.spacing_mut().interact_size.y = 18.0;
        if labelled_button(ui, text, &label).clicked() {
            scene.ask(Action::NextMeldKind(Some(index)));
        }
    });
}

/// The tiles of a zone, ready to be clicked, dragged away, and dropped on.
fn tiles(ui: &mut Ui, state: &State, scene: &mut Scene, zone: Zone, width: f32) {
    let mut rects = Vec::new();
    let response = ui
        .scope(|ui| {
            ui.spacing_mut().item_spacing = egui::vec2(1.0, 2.0);
            let top = egui::Layout::left_to_right(egui::Align::Min).with_main_wrap(true);
            ui.with_layout(top, |ui| {
                let name = zone_name(zone, scene);
                let list = state.draft().zone(zone);
                for (index, tile) in list.iter().enumerate() {
                    let gap = is_last_win(state, zone, index, tile);
                    if gap {
                        ui.add_space(8.0);
                    }
                    rects.push(one_tile(
                        ui,
                        state,
                        scene,
                        zone,
                        (index, &name),
                        tile,
                        width,
                    ));
                }
                add_button(ui, state, scene, zone, &name, width);
            });
        })
        .response;
    drop_target(ui, state, scene, zone, response.rect, &rects);
}

/// The winning tile stands a little apart when it lies last.
fn is_last_win(state: &State, zone: Zone, index: usize, tile: &DraftTile) -> bool {
    zone == Zone::Hand
        && state.draft().win() == Some(tile.id)
        && index + 1 == state.draft().zone(zone).len()
        && index > 0
}

fn one_tile(
    ui: &mut Ui,
    state: &State,
    scene: &mut Scene,
    zone: Zone,
    (index, name): (usize, &str),
    tile: &DraftTile,
    width: f32,
) -> Rect {
    let look = tile::Look {
        tile: tile.tile,
        doubt: tile.doubt,
        selected: state.cursor == Some(tile.id),
        win: state.draft().win() == Some(tile.id),
        faded: zone == Zone::Other,
        pointed: state.pointed.contains(&tile.tile) && counts(zone),
    };
    let label = tile::describe(name, index + 1, look, scene.lang);
    let response = tile::draft_tile(ui, scene.palette, tile.id, width, look, &label);
    if response.hovered() && counts(zone) {
        scene.ask(Action::Hover(tile.tile));
    }
    if response.clicked() {
        scene.ask(Action::Select(tile.id));
        scene.ask(Action::OpenPicker);
    } else if response.drag_started() || (response.gained_focus() && !look.selected) {
        scene.ask(Action::Select(tile.id));
    }
    response.rect
}

/// Indicators and tiles out of play are not part of the win.
fn counts(zone: Zone) -> bool {
    matches!(zone, Zone::Hand | Zone::Meld(_) | Zone::Gari)
}

fn add_button(ui: &mut Ui, state: &State, scene: &mut Scene, zone: Zone, name: &str, width: f32) {
    let full = matches!(zone, Zone::Meld(_)) && state.draft().zone(zone).len() >= 4;
    if full || zone == Zone::Other {
        return;
    }
    let label = T::AddTile.with(scene.lang, &[("zone", name)]);
    let size = tile::size(width) * egui::vec2(0.62, 1.0);
    let (rect, response) = ui.allocate_exact_size(size, egui::Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
    let strong = response.hovered() || response.has_focus();
    let color = if strong {
        scene.palette.accent
    } else {
        scene.palette.line
    };
    let slot = rect.shrink2(egui::vec2(3.0, 4.0));
    ui.painter()
        .rect_stroke(slot, 5.0, Stroke::new(1.2, color), egui::StrokeKind::Inside);
    let (centre, arm) = (slot.center(), slot.width() * 0.22);
    let plus = Stroke::new(
        1.8,
        if strong {
            scene.palette.accent
        } else {
            scene.palette.dim
        },
    );
    ui.painter().line_segment(
        [centre - egui::vec2(arm, 0.0), centre + egui::vec2(arm, 0.0)],
        plus,
    );
    ui.painter().line_segment(
        [centre - egui::vec2(0.0, arm), centre + egui::vec2(0.0, arm)],
        plus,
    );
    if response.on_hover_text(&label).clicked() {
        let index = state.draft().zone(zone).len();
        scene.ask(Action::OpenInsert(Some(Place { zone, index })));
    }
}

/// Takes a tile that is dragged here, between the tiles where it is let go.
fn drop_target(ui: &Ui, state: &State, scene: &mut Scene, zone: Zone, rect: Rect, tiles: &[Rect]) {
    let Some(pointer) = ui.ctx().pointer_interact_pos() else {
        return;
    };
    let dragged = egui::DragAndDrop::payload::<TileId>(ui.ctx());
    let area = rect.expand(4.0);
    let Some(id) = dragged.filter(|_| area.contains(pointer)) else {
        return;
    };
    let index = tiles
        .iter()
        .filter(|tile| {
            tile.bottom() < pointer.y || (tile.top() < pointer.y && tile.center().x < pointer.x)
        })
        .count();
    ui.painter().rect_stroke(
        area,
        6.0,
        Stroke::new(1.5, scene.palette.accent),
        egui::StrokeKind::Inside,
    );
    if let Some(before) = index
        .checked_sub(1)
        .and_then(|index| tiles.get(index))
        .or(tiles.first())
    {
        let x = if index == 0 {
            before.left()
        } else {
            before.right()
        };
        let line = [egui::pos2(x, before.top()), egui::pos2(x, before.bottom())];
        ui.painter()
            .line_segment(line, Stroke::new(3.0, scene.palette.accent));
    }
    if ui.input(|input| input.pointer.any_released()) {
        egui::DragAndDrop::clear_payload(ui.ctx());
        // A move counts in the list without the tile itself.
        let own = state.draft().place(*id).filter(|place| place.zone == zone);
        let index = index - usize::from(own.is_some_and(|place| place.index < index));
        scene.ask(Action::Edit(Edit::Move {
            id: *id,
            place: Place { zone, index },
        }));
    }
}
