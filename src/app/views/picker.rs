//! The picker: the crop enlarged, the reading's candidates, then all tiles.

use eframe::egui::{self, Ui};

use crate::app::action::Action;
use crate::app::state::{PickFor, State};
use crate::app::teach::Teach;
use crate::app::text::T;
use crate::app::views::{Scene, crop, labelled_button, modal, scrolled, tile};
use crate::confirm::{DraftTile, Place, TileId, Zone};
use crate::profile::Cell;
use crate::tile::Tile;

/// Rows of the grid, as ranges of the 46 classes: three suits with their red
/// fives, honors with the back, flowers.
const ROWS: [&[usize]; 5] = [
    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 34],
    &[9, 10, 11, 12, 13, 14, 15, 16, 17, 35],
    &[18, 19, 20, 21, 22, 23, 24, 25, 26, 36],
    &[27, 28, 29, 30, 31, 32, 33, 45],
    &[37, 38, 39, 40, 41, 42, 43, 44],
];

const TILE: f32 = 32.0;
/// Height of the crop.
const CROP: f32 = 132.0;
/// So many fit beside the crop.
const MOST_SUGGESTIONS: usize = 5;

/// Shows the picker as a dialog.
pub fn show(ui: &Ui, state: &State, target: PickFor, scene: &mut Scene) {
    let modal = modal(ui, "picker").show(ui.ctx(), |ui| {
        ui.set_width(470.0);
        scrolled(ui, |ui| contents(ui, state, target, scene));
    });
    if modal.should_close() {
        scene.ask(Action::CloseDialog);
    }
}

fn contents(ui: &mut Ui, state: &State, target: PickFor, scene: &mut Scene) {
    let current = match target {
        PickFor::Tile(id) => state.draft().get(id),
        PickFor::Place(_) | PickFor::Cell(_) => None,
    };
    let cell = of_cell(state, target);
    let title = match target {
        PickFor::Tile(_) | PickFor::Cell(_) => T::PickerTitle,
        PickFor::Place(_) => T::PickerInsert,
    };
    ui.label(scene.heading(scene.text(title)));
    if let Some(tile) = current {
        top(ui, state, scene, tile);
    }
    if let Some((teach, cell)) = cell {
        cell_top(ui, teach, scene, cell);
    }
    ui.add_space(4.0);
    ui.label(scene.dim(scene.text(T::AllTiles)).small());
    let face = current.map(|tile| tile.tile);
    let face = face.or(cell.map(|(_, cell)| cell.tile));
    grid(ui, state, scene, target, face);
    ui.add_space(6.0);
    match target {
        PickFor::Tile(id) => moves(ui, state, scene, id),
        PickFor::Cell(_) => cell_moves(ui, scene),
        PickFor::Place(_) => {}
    }
}

/// The tile of a set that is taught, if the picker is for one.
fn of_cell(state: &State, target: PickFor) -> Option<(&Teach, &Cell)> {
    let PickFor::Cell(detection) = target else {
        return None;
    };
    let teach = state.teach.as_ref()?;
    let mut cells = teach.cells().map(|(_, cell)| cell);
    let cell = cells.find(|cell| cell.detection == detection)?;
    Some((teach, cell))
}

fn cell_top(ui: &mut Ui, teach: &Teach, scene: &mut Scene, cell: &Cell) {
    let Some(page) = &teach.page else { return };
    ui.horizontal(|ui| {
        if let Some(texture) = &teach.photo.texture {
            crop::of_quad(ui, texture, page.size(), page.quad(cell.detection), CROP);
        }
        ui.vertical(|ui| {
            let mut looks = page.looks(cell.detection);
            looks.truncate(MOST_SUGGESTIONS);
            suggestions(ui, scene, &looks);
            if !cell.is_sure() {
                it_is_right(ui, scene, cell.tile, None);
            }
        });
    });
}

fn cell_moves(ui: &mut Ui, scene: &mut Scene) {
    ui.horizontal_wrapped(|ui| {
        let shown = format!("{} (Del)", scene.text(T::LeaveOut));
        if labelled_button(ui, shown, scene.text(T::LeaveOut)).clicked() {
            scene.ask(Action::Delete);
        }
        if ui.button(scene.text(T::Close)).clicked() {
            scene.ask(Action::CloseDialog);
        }
    });
}

fn suggestions(ui: &mut Ui, scene: &mut Scene, list: &[(Tile, f32)]) {
    if list.is_empty() {
        return;
    }
    ui.label(scene.dim(scene.text(T::Suggestions)).small());
    ui.horizontal(|ui| {
        for (index, &(face, share)) in list.iter().enumerate() {
            suggestion(ui, scene, face, share, index == 0);
        }
    });
}

fn it_is_right(ui: &mut Ui, scene: &mut Scene, face: Tile, of: Option<TileId>) {
    let name = tile::name(face, scene.lang);
    let text = format!("{}: {name}", scene.text(T::ItIsRight));
    if ui.button(text).clicked() {
        if let Some(id) = of {
            scene.ask(Action::Select(id));
        }
        scene.ask(Action::Approve);
    }
}

fn top(ui: &mut Ui, state: &State, scene: &mut Scene, current: &DraftTile) {
    ui.horizontal(|ui| {
        crop::crop(ui, state, current, CROP);
        ui.vertical(|ui| {
            suggestions(ui, scene, &alternatives(state, current));
            if current.doubt != crate::confirm::Doubt::Sure {
                it_is_right(ui, scene, current.tile, Some(current.id));
            }
        });
    });
}

/// What the reading thought, best first, the face it gave included.
fn alternatives(state: &State, current: &DraftTile) -> Vec<(Tile, f32)> {
    let reading = state.photo.reading.as_ref();
    let Some(seen) = reading
        .zip(current.seen)
        .and_then(|(reading, index)| reading.tiles.get(index))
    else {
        return Vec::new();
    };
    let mut list = vec![(seen.tile, seen.score)];
    list.extend(seen.alternatives.iter().copied());
    list.sort_by(|a, b| b.1.total_cmp(&a.1));
    list.truncate(MOST_SUGGESTIONS);
    list
}

fn suggestion(ui: &mut Ui, scene: &mut Scene, face: Tile, share: f32, first: bool) {
    let percent = format!("{:.0}", share * 100.0);
    let label = T::PickSuggestion.with(
        scene.lang,
        &[
            ("tile", tile::name(face, scene.lang)),
            ("percent", &percent),
        ],
    );
    ui.vertical(|ui| {
        let response = tile::choice(ui, scene.palette, 40.0, tile::Look::plain(face), &label);
        if first && ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        if response.clicked() {
            scene.ask(Action::Pick(face));
        }
        ui.label(scene.dim(format!("{percent}%")).small());
    });
}

fn grid(ui: &mut Ui, state: &State, scene: &mut Scene, target: PickFor, current: Option<Tile>) {
    let editing = match target {
        PickFor::Tile(id) => Some(id),
        PickFor::Place(_) | PickFor::Cell(_) => None,
    };
    // Every face may lie on a table, whatever the rules play with.
    let any = matches!(target, PickFor::Cell(_));
    ui.scope(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 1.0);
        for row in ROWS {
            ui.horizontal(|ui| {
                for face in row.iter().filter_map(|&index| Tile::from_index(index)) {
                    let reason = match any {
                        true => None,
                        false => impossible(state, scene, editing, face),
                    };
                    cell(ui, scene, face, current, reason);
                }
            });
        }
    });
}

fn cell(ui: &mut Ui, scene: &mut Scene, face: Tile, current: Option<Tile>, reason: Option<String>) {
    let look = tile::Look {
        selected: current == Some(face),
        faded: reason.is_some(),
        ..tile::Look::plain(face)
    };
    let mut label = T::PickLabel.with(scene.lang, &[("tile", tile::name(face, scene.lang))]);
    if let Some(reason) = &reason {
        label.push_str(&format!(" ({reason})"));
    }
    let response = tile::choice(ui, scene.palette, TILE, look, &label);
    if current == Some(face) && ui.memory(|memory| memory.focused().is_none()) {
        response.request_focus();
    }
    if response.clicked() {
        scene.ask(Action::Pick(face));
    }
}

/// Why a face cannot be: it may still be chosen, since the other tiles may be
/// the wrong ones.
fn impossible(state: &State, scene: &Scene, editing: Option<TileId>, face: Tile) -> Option<String> {
    if face == Tile::BACK {
        return None;
    }
    let wall = state.wall();
    if wall.class_limit(face) == 0 {
        return Some(scene.text(T::NotInWall).into());
    }
    let others = state
        .draft()
        .tiles()
        .filter(|(_, tile)| Some(tile.id) != editing)
        .map(|(_, tile)| tile.tile);
    let seen: crate::tile::TileSet = others.collect();
    let limit = wall.class_limit(face);
    if face.is_red() && seen.count(face) >= limit {
        return Some(T::RedTooMany.n(scene.lang, limit));
    }
    (seen.count_kind(face) >= wall.kind_limit(face)).then(|| scene.text(T::FifthCopy).into())
}

fn moves(ui: &mut Ui, state: &State, scene: &mut Scene, id: TileId) {
    let zone = state.draft().place(id).map(|place: Place| place.zone);
    ui.horizontal_wrapped(|ui| {
        let mut offered = vec![
            (T::MakeOrBreak, "M", Action::ToggleMeld),
            (T::ToGari, "G", Action::ToggleGari),
            (T::Delete, "Del", Action::Delete),
        ];
        if zone == Some(Zone::Hand) {
            offered.insert(0, (T::MakeWin, "W", Action::MakeWin));
        }
        for (text, key, action) in offered {
            let shown = format!("{} ({key})", scene.text(text));
            if labelled_button(ui, shown, scene.text(text)).clicked() {
                scene.ask(Action::Select(id));
                // Closing takes away what was said before it.
                scene.ask(Action::CloseDialog);
                scene.ask(action);
            }
        }
        if ui.button(scene.text(T::Close)).clicked() {
            scene.ask(Action::CloseDialog);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_holds_every_class_once() {
        let mut all: Vec<usize> = ROWS.concat();
        all.sort_unstable();
        assert_eq!(all, (0..Tile::COUNT).collect::<Vec<_>>());
    }
}
