//! 「この牌を覚える」: how to lay the set out, then the photo with a name on
//! every tile, then what was learned.

use eframe::egui::{self, Color32, Id, Key, Rect, RichText, Sense, Ui, pos2, vec2};

use crate::app::action::Action;
use crate::app::faces;
use crate::app::state::State;
use crate::app::teach::Teach;
use crate::app::text::T;
use crate::app::views::placed::{Placed, place_all};
use crate::app::views::{Scene, card, crop, labelled_button, photo, tile};
use crate::app::worker::learned_text;
use crate::confirm::Doubt;
use crate::profile::Cell;
use crate::tile::{Suit, Tile};

/// The field with the profile's name.
pub fn name_id() -> Id {
    Id::unique("teach name")
}

/// A tile of the set, by its detection.
pub fn cell_id(detection: usize) -> Id {
    Id::unique(("cell", detection))
}

/// Draws the view into the space given.
pub fn show(ui: &mut Ui, state: &mut State, scene: &mut Scene) {
    let Some(mut teach) = state.teach.take() else {
        return;
    };
    photo::upload(ui.ctx(), &mut teach.photo);
    if state.is_framing() {
        live(ui, state, scene);
    } else if teach.page.is_some() || teach.photo.busy {
        let space = ui.available_size();
        let side = (space.x * 0.36).clamp(210.0, 340.0);
        egui::Panel::right("lesson")
            .resizable(false)
            .exact_size(side)
            .frame(egui::Frame::new().inner_margin(egui::Margin::same(8)))
            .show(ui, |ui| {
                egui::ScrollArea::vertical().show(ui, |ui| side_panel(ui, &teach, state, scene));
            });
        grid(ui, &teach, scene);
    } else {
        egui::ScrollArea::vertical()
            .auto_shrink([false, false])
            .show(ui, |ui| beginning(ui, &teach, state, scene));
    }
    state.teach = Some(teach);
}

/// The camera's picture, to be taken once all rows are in it.
fn live(ui: &mut Ui, state: &mut State, scene: &mut Scene) {
    ui.label(scene.heading(scene.text(T::TeachFrame)));
    photo::show(ui, state, scene);
}

/// What to lay out, and the ways to a photo of it.
fn beginning(ui: &mut Ui, teach: &Teach, state: &State, scene: &mut Scene) {
    ui.label(scene.heading(scene.text(T::TeachTitle)).size(20.0));
    ui.add_space(4.0);
    for text in [T::TeachLay, T::TeachShoot, T::TeachCheck] {
        ui.add(egui::Label::new(scene.text(text)).wrap());
    }
    if let Some(problem) = &teach.photo.problem {
        card(scene.palette, scene.palette.loss).show(ui, |ui| {
            ui.add(egui::Label::new(problem.message(scene.lang)).wrap());
        });
    }
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        let open = format!("{} (O)", scene.text(T::OpenPhoto));
        if labelled_button(ui, open, scene.text(T::ChooseFile)).clicked() {
            scene.ask(Action::OpenChooser);
        }
        let camera = format!("{} (C)", scene.text(T::UseCamera));
        if labelled_button(ui, camera, scene.text(T::UseCamera)).clicked() {
            scene.ask(Action::ToggleCamera);
        }
        if state.photo.source.is_some() {
            let this = format!("{} (U)", scene.text(T::TeachThis));
            if labelled_button(ui, this, scene.text(T::TeachThis)).clicked() {
                scene.ask(Action::TeachThis);
            }
        }
        if ui.button(scene.text(T::TeachLeave)).clicked() {
            scene.ask(Action::Teach);
        }
    });
    ui.add_space(8.0);
    diagram(ui, scene);
}

/// The rows as they may be laid: five suits, and the reds with the honours.
fn rows() -> Vec<Vec<Tile>> {
    let of = |suit: Suit| Tile::all().filter(move |tile| tile.suit() == suit);
    let plain = |suit: Suit| of(suit).filter(|tile| !tile.is_red());
    let reds = Tile::all().filter(|tile| tile.is_red());
    vec![
        plain(Suit::Man).collect(),
        plain(Suit::Pin).collect(),
        plain(Suit::Sou).collect(),
        plain(Suit::Honor).chain(reds).collect(),
        of(Suit::Flower).collect(),
    ]
}

/// The picture of a set laid out.
fn diagram(ui: &mut Ui, scene: &Scene) {
    let rows = rows();
    let longest = rows.iter().map(Vec::len).max().unwrap_or(1) as f32;
    let (gap, between) = (1.08, 1.2);
    let width = ((ui.available_width() - 24.0) / (longest * gap)).clamp(14.0, 44.0);
    let high = width * faces::ASPECT;
    let size = vec2(
        longest * gap * width + 24.0,
        rows.len() as f32 * high * between + 20.0,
    );
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let spoken = scene.text(T::TeachDiagram);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, spoken));
    let felt = Color32::from_rgb(0x1f, 0x5c, 0x43);
    ui.painter().rect_filled(rect, 8.0, felt);
    for (r, row) in rows.iter().enumerate() {
        for (c, &face) in row.iter().enumerate() {
            let at = rect.min
                + vec2(12.0, 12.0)
                + vec2(c as f32 * gap * width, r as f32 * between * high);
            let place = Rect::from_min_size(at, vec2(width, high));
            faces::paint(ui.painter(), place, face, false);
        }
    }
}

/// The photo with an outline and a name for every tile of the set.
fn grid(ui: &mut Ui, teach: &Teach, scene: &mut Scene) {
    let area = ui.available_rect_before_wrap();
    ui.painter().rect_filled(area, 8.0, scene.palette.ground);
    if let Some(texture) = &teach.photo.texture {
        let size = match &teach.page {
            Some(page) => vec2(page.size().0 as f32, page.size().1 as f32),
            None => texture.size_vec2(),
        };
        let placed = place_all(area, size);
        let uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter()
            .image(texture.id(), placed.rect, uv, Color32::WHITE);
        for (at, cell) in teach.cells() {
            one_cell(ui, teach, scene, &placed, at, cell);
        }
    }
    if teach.photo.busy {
        photo::busy(ui, scene, area);
    }
    ui.advance_cursor_after_rect(area);
}

/// How far a cell is trusted: not learned is dashed, named by its place dotted.
fn doubt(cell: &Cell) -> Doubt {
    match (cell.is_sure(), cell.doubt) {
        (false, _) => Doubt::Unsure,
        (true, Some(_)) => Doubt::Weak,
        (true, None) => Doubt::Sure,
    }
}

fn one_cell(
    ui: &Ui,
    teach: &Teach,
    scene: &mut Scene,
    placed: &Placed,
    at: (usize, usize),
    cell: &Cell,
) {
    let Some(page) = &teach.page else { return };
    let corners = page.quad(cell.detection).0.map(|corner| placed.at(corner));
    let bounds = Rect::from_points(&corners);
    let selected = teach.cursor == Some(cell.detection);
    let response = ui.interact(bounds, cell_id(cell.detection), Sense::click());
    let label = label(scene, at, cell);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, selected, &label));
    if response.clicked() {
        scene.ask(Action::SelectCell(cell.detection));
        scene.ask(Action::OpenPicker);
    } else if response.gained_focus() && !selected {
        scene.ask(Action::SelectCell(cell.detection));
    }
    response.on_hover_text(&label);
    let color = match (selected, doubt(cell)) {
        (true, _) => Color32::WHITE,
        (false, Doubt::Sure) => Color32::from_rgb(0x6a, 0xc8, 0xff),
        (false, doubt) => scene.palette.doubt(doubt),
    };
    photo::outline(ui.painter(), corners, doubt(cell), color, selected);
    photo::tag(ui.painter(), corners, cell.tile, color);
}

/// What a screen reader says of a cell: `行 2 の 3: 三萬、要確認`.
fn label(scene: &Scene, (row, column): (usize, usize), cell: &Cell) -> String {
    let (row, column) = ((row + 1).to_string(), (column + 1).to_string());
    let values = [
        ("row", row.as_str()),
        ("n", &column),
        ("tile", tile::name(cell.tile, scene.lang)),
    ];
    let mut text = T::CellLabel.with(scene.lang, &values);
    if !cell.is_sure() {
        text.push_str(scene.lang.pick("、", ", "));
        text.push_str(scene.text(T::Unsure));
    }
    text
}

fn side_panel(ui: &mut Ui, teach: &Teach, state: &State, scene: &mut Scene) {
    ui.label(scene.heading(scene.text(T::TeachTitle)));
    if teach.page.is_none() {
        return;
    }
    match &teach.outcome {
        Some(Ok(learned)) => {
            card(scene.palette, scene.palette.gain).show(ui, |ui| {
                let text = learned_text(learned, scene.lang);
                ui.add(egui::Label::new(text).wrap());
            });
            if ui.button(scene.text(T::TeachDone)).clicked() {
                scene.ask(Action::Teach);
            }
            if ui.button(scene.text(T::TeachMore)).clicked() {
                scene.ask(Action::OpenChooser);
            }
            return;
        }
        Some(Err(problem)) => {
            card(scene.palette, scene.palette.loss).show(ui, |ui| {
                ui.add(egui::Label::new(problem.message(scene.lang)).wrap());
            });
        }
        None => {}
    }
    name(ui, teach, state, scene);
    current(ui, teach, scene);
    doubts(ui, teach, scene);
    unseen(ui, teach, scene);
}

fn name(ui: &mut Ui, teach: &Teach, state: &State, scene: &mut Scene) {
    let label = ui.label(scene.text(T::TeachName));
    let mut text = teach.name.clone();
    let field = egui::TextEdit::singleline(&mut text)
        .id(name_id())
        .desired_width(f32::INFINITY);
    let field = ui.add(field).labelled_by(label.id);
    if field.changed() {
        scene.ask(Action::TeachName(text));
    }
    if field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        scene.ask(Action::StoreSet);
    }
    if state.sets.contains(&teach.name) {
        ui.add(egui::Label::new(scene.dim(scene.text(T::TeachAdds)).small()).wrap());
    }
    let learns = teach.cells().filter(|(_, cell)| cell.is_sure()).count();
    let shown = T::TeachStore.n(scene.lang, learns);
    ui.add_enabled_ui(!teach.storing && learns > 0, |ui| {
        let color = scene.palette.on_accent;
        let shown = RichText::new(shown).color(color);
        let button = egui::Button::new(shown).fill(scene.palette.accent);
        let size = [ui.available_width(), 34.0];
        let response = ui.add_sized(size, button);
        let spoken = scene.text(T::Save);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, spoken));
        if response.clicked() {
            scene.ask(Action::StoreSet);
        }
    });
    ui.add_space(6.0);
}

/// The tile under the cursor: its photo, and what it is taken for.
fn current(ui: &mut Ui, teach: &Teach, scene: &mut Scene) {
    let (Some((at, cell)), Some(page)) = (teach.current(), &teach.page) else {
        return;
    };
    ui.horizontal(|ui| {
        if let Some(texture) = &teach.photo.texture {
            crop::of_quad(ui, texture, page.size(), page.quad(cell.detection), 96.0);
        }
        tile::still(ui, 56.0, cell.tile);
    });
    let said = cell.doubt_text(at, scene.lang);
    let said = said.unwrap_or_else(|| label(scene, at, cell));
    ui.add(egui::Label::new(said).wrap());
    ui.add_space(6.0);
}

fn doubts(ui: &mut Ui, teach: &Teach, scene: &mut Scene) {
    let doubtful = teach.doubtful();
    let open = doubtful.iter().filter(|(_, cell)| !cell.is_sure()).count();
    let (text, color) = match open {
        0 => (scene.text(T::TeachAllSure).to_owned(), scene.palette.gain),
        n => (T::DoubtfulLeft.n(scene.lang, n), scene.palette.unsure),
    };
    ui.label(RichText::new(text).color(color));
    for (at, cell) in doubtful {
        let Some(said) = cell.doubt_text(at, scene.lang) else {
            continue;
        };
        let mark = if cell.is_sure() { "・" } else { "？" };
        let line = RichText::new(format!("{mark}{said}")).size(12.5);
        let line = ui.add(egui::Label::new(line).wrap().sense(Sense::click()));
        if line.clicked() {
            scene.ask(Action::SelectCell(cell.detection));
        }
    }
    ui.add_space(6.0);
}

/// The faces that are missing, as tiles.
fn unseen(ui: &mut Ui, teach: &Teach, scene: &Scene) {
    let unseen = teach.unseen();
    if unseen.is_empty() {
        return;
    }
    ui.label(scene.dim(scene.text(T::TeachUnseen)));
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(3.0, 3.0);
        for face in unseen {
            tile::still(ui, 20.0, face);
        }
    });
}
