//! No text is cut off: at 100 % and 150 %, in a small and in a large window, in
//! both languages, in every main view.

use eframe::egui::{Key, Modifiers, Rect, Shape, epaint::ClippedShape};
use egui_kittest::kittest::Queryable;

use karasu::app::action::Action;
use karasu::app::text::T;
use karasu::lang::Lang;
use karasu::ledger::event::DrawKind;
use karasu::ledger::{After, Entry, Ledger};

use crate::flow::{BOTH, Flow, window};
use crate::ledger::{Folder, begun};
use crate::teach::taught;

/// Sizes of the window in points: 1024 × 640 and 1920 × 1080 pixels at 100 % and
/// at 150 %.
const SIZES: [[f32; 2]; 4] = [
    [1024.0, 640.0],
    [1024.0 / 1.5, 640.0 / 1.5],
    [1920.0, 1080.0],
    [1280.0, 720.0],
];

/// Less than a pixel is not seen.
const SLACK: f32 = 1.0;

/// Texts that are shortened with an ellipsis, or cut at the left or the right by
/// the window or by what they lie in. Above and below there is scrolling, but for
/// what lies right in the window.
fn cut(shapes: &[ClippedShape], window: Rect) -> Vec<String> {
    let mut found = Vec::new();
    for clipped in shapes {
        let clip = clipped.clip_rect.intersect(window);
        find(&clipped.shape, clip, window, &mut found);
    }
    found
}

fn find(shape: &Shape, clip: Rect, window: Rect, found: &mut Vec<String>) {
    match shape {
        Shape::Vec(shapes) => {
            for shape in shapes {
                find(shape, clip, window, found);
            }
        }
        Shape::Text(text) => {
            let ink = text.galley.mesh_bounds.translate(text.pos.to_vec2());
            let seen = text.angle == 0.0 && ink.is_positive() && clip.intersects(ink);
            let mut outside =
                ink.left() < clip.left() - SLACK || ink.right() > clip.right() + SLACK;
            if clip == window {
                outside |= ink.top() < clip.top() - SLACK || ink.bottom() > clip.bottom() + SLACK;
            }
            if (seen && outside) || text.galley.elided {
                found.push(format!("{:?} at {ink:?} in {clip:?}", text.galley.text()));
            }
        }
        _ => {}
    }
}

/// What leads to a view.
type Begin = fn(&mut Flow);

/// The main views, each after a beginning of its own.
const VIEWS: [(&str, Begin); 12] = [
    ("empty", |_| {}),
    ("draft", |flow| flow.open("good.jpg")),
    ("failed", |flow| flow.open("bad.jpg")),
    ("picker", |flow| {
        flow.open("good.jpg");
        flow.press(&[Key::P]);
    }),
    ("settled", |flow| {
        flow.open("good.jpg");
        flow.press(&[Key::Num2, Key::Z, Key::Enter]);
    }),
    ("compare", |flow| {
        flow.open("good.jpg");
        flow.press(&[Key::Num2, Key::Z]);
        let action = Action::Compare(Some("redblue".to_owned()));
        flow.harness.state_mut().state.act(action);
        flow.harness.run();
    }),
    ("settings", |flow| flow.press(&[Key::F2])),
    ("help", |flow| flow.press(&[Key::F1])),
    ("cameras", |flow| {
        flow.harness.state_mut().state.act(Action::ChooseCamera);
        flow.wait("listed", |state| state.cameras.get().is_some());
        flow.harness.run();
    }),
    ("teach", |flow| flow.press(&[Key::F7])),
    ("set", |_| {}),
    ("save", |flow| {
        flow.open("good.jpg");
        flow.press(&[Key::Num2, Key::Z]);
        flow.harness.state_mut().state.act(Action::SavePicture);
        flow.harness.run();
    }),
];

#[test]
fn no_text_is_cut_off() {
    let mut faults = Vec::new();
    for lang in BOTH {
        for (name, begin) in VIEWS {
            let mut flow = match name {
                "set" => taught(lang),
                _ => window(lang),
            };
            begin(&mut flow);
            for size in SIZES {
                flow.harness.set_size(size.into());
                flow.harness.run();
                let window = Rect::from_min_size(Default::default(), size.into());
                for text in cut(&flow.harness.output().shapes, window) {
                    faults.push(format!("{name} {lang:?} {size:?}: {text}"));
                }
            }
        }
    }
    assert!(
        faults.is_empty(),
        "{} cut:\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn remarks_lie_at_the_photos_lower_edge() {
    for lang in BOTH {
        let mut flow = window(lang);
        flow.open("good.jpg");
        flow.harness.set_size([1280.0, 800.0].into());
        flow.harness.run();
        let photo = flow.harness.get_by_label(T::Photo.get(lang)).rect();
        let said = &flow
            .harness
            .state()
            .state
            .photo
            .reading
            .as_ref()
            .unwrap()
            .review[0];
        let remark = flow.harness.get_by_label(&said.message(lang)).rect();
        let board = flow.harness.get_by_label(T::Hand.get(lang)).rect();
        assert!(remark.top() > photo.center().y, "{remark:?} over {photo:?}");
        assert!(board.top() - remark.bottom() < 40.0, "{remark:?} {board:?}");
    }
}

/// More tiles than a small window has room for.
const MANY: &str = "234p5s+5s [3333s] (6666z) (777z) g:1115599m d:34p";

#[test]
fn many_tiles_leave_the_photo_room_and_can_all_be_reached() {
    for lang in BOTH {
        let mut flow = window(lang);
        flow.open("good.jpg");
        flow.press(&[Key::N]);
        flow.hold(Modifiers::COMMAND, Key::A);
        flow.write(MANY);
        flow.press(&[Key::Escape]);
        for size in SIZES {
            flow.harness.set_size(size.into());
            flow.harness.run();
            let photo = flow.harness.get_by_label(T::Photo.get(lang)).rect();
            assert!(photo.height() > 70.0, "{lang:?} {size:?}: {photo:?}");
            let window = Rect::from_min_size(Default::default(), size.into());
            let mut cut = cut(&flow.harness.output().shapes, window);
            // A text field scrolls.
            cut.retain(|text| !text.contains(MANY));
            assert!(cut.is_empty(), "{lang:?} {size:?}: {cut:?}");
        }
        // By keyboard to the last tile of all: it comes into sight.
        flow.harness.set_size(SIZES[1].into());
        flow.harness.run();
        let tiles = flow.harness.state().state.draft().tiles().count();
        flow.press(&vec![Key::ArrowRight; tiles]);
        let last = flow.harness.state().state.cursor.unwrap();
        let ctx = &flow.harness.ctx;
        let shown = ctx
            .read_response(karasu::app::views::tile::id(last))
            .unwrap();
        assert_eq!(shown.interact_rect, shown.rect, "{lang:?}: {shown:?}");
    }
}

/// Every text with its place, however it is turned.
fn texts(shapes: &[ClippedShape]) -> Vec<(String, Rect)> {
    fn walk(shape: &Shape, found: &mut Vec<(String, Rect)>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| walk(shape, found)),
            Shape::Text(text) if !text.galley.text().is_empty() => {
                found.push((text.galley.text().to_owned(), text.visual_bounding_rect()));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    shapes
        .iter()
        .for_each(|clipped| walk(&clipped.shape, &mut found));
    found
}

#[test]
fn the_table_turned_to_any_side_writes_nothing_over_anything() {
    for lang in BOTH {
        let mut flow = window(lang);
        flow.open("good.jpg");
        flow.press(&[Key::Num2, Key::Z, Key::Enter, Key::F11]);
        for (turn, size) in (0..4).flat_map(|turn| SIZES.map(|size| (turn, size))) {
            flow.harness.state_mut().state.table_turn = turn;
            flow.harness.set_size(size.into());
            flow.harness.run();
            let all = texts(&flow.harness.output().shapes);
            assert!(all.len() > 8, "{}", all.len());
            for (at, (one, place)) in all.iter().enumerate() {
                for (other, beside) in &all[..at] {
                    let shared = place.intersect(*beside);
                    let over = shared.width().min(shared.height()) > 2.0;
                    assert!(!over, "{lang:?} {turn} {size:?}: {one} over {other}");
                }
            }
        }
    }
}

/// Four long names, a game of a few hands.
fn long_names(lang: Lang) -> (Folder, Flow) {
    let folder = Folder::new();
    let path = folder.file("ledger.karasu");
    begun(
        &path,
        "vip",
        &["Alexandrina", "Bartholomew", "山田太郎左衛門", "Dora"],
    );
    let mut ledger = Ledger::open(&path).unwrap();
    for tenpai in [vec![0], vec![0, 2]] {
        let draw = Entry::Draw {
            kind: DrawKind::Exhausted,
            tenpai,
            riichi: vec![],
        };
        ledger.enter(&draw, After::default()).unwrap();
    }
    drop(ledger);
    let mut flow = window(lang);
    flow.use_ledger(&path);
    (folder, flow)
}

#[test]
fn four_long_names_find_room_in_a_small_window() {
    for lang in BOTH {
        let (_folder, mut flow) = long_names(lang);
        for size in SIZES {
            flow.harness.set_size(size.into());
            let window = Rect::from_min_size(Default::default(), size.into());
            flow.press(&[Key::F3]);
            for page in [T::LedgerHistory, T::LedgerChart] {
                flow.page(page);
                let all = texts(&flow.harness.output().shapes);
                let close = all.iter().rfind(|(text, _)| text == flow.text(T::Close));
                let place = close.expect("the button").1;
                assert!(window.contains_rect(place), "{page:?} {size:?} {place:?}");
            }
            // Beside the lines stand all names, each in a place of its own.
            let outer: Vec<String> = cut(&flow.harness.output().shapes, window);
            let names = ["Alex", "Bart", "山田", "Dora"];
            let cut = |text: &String| names.iter().any(|name| text.contains(name));
            let cut: Vec<&String> = outer.iter().filter(|text| cut(text)).collect();
            assert!(cut.is_empty(), "{lang:?} {size:?}: {cut:?}");
            flow.press(&[Key::Escape]);
        }
    }
}

#[test]
fn a_cut_text_is_found() {
    let mut flow = window(Lang::En);
    flow.harness.run();
    let narrow = Rect::from_min_size(Default::default(), [60.0, 500.0].into());
    assert!(!cut(&flow.harness.output().shapes, narrow).is_empty());
}
