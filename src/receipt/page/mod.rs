//! The printable receipt: one page for the two people who disagree.
//!
//! [`Page`] says what stands on it; `html` and `png` only set it.

mod cites;
mod html;
mod ink;
mod photo;
mod png;

use image::RgbImage;

use super::{Cause, Receipt, Verdict};
use crate::confirm::Zone;
use crate::frame::Frame;
use crate::lang::{Lang, counted};
use crate::notation;
use crate::rules::RuleSet;
use crate::score::explain::{self, Compared};
use crate::score::{self, HandInput, Item, RonOn, ScoreSheet, Unit, mpsz};
use crate::tile::Tile;

/// What stands on the page, in one language.
pub struct Page {
    lang: Lang,
    title: String,
    /// Rules, photo, program: name and text.
    facts: Vec<(String, String)>,
    /// Whether the receipt holds, and in words.
    verdict: (bool, String),
    /// The photo with its tiles numbered.
    photo: Option<RgbImage>,
    groups: Vec<Group>,
    rows: Vec<Row>,
    total: String,
    chips: Vec<Row>,
    /// Person, points, chips.
    payments: Vec<(String, String, String)>,
    /// Tiles in doubt and what else the hand could be.
    doubts: Vec<String>,
    /// The same hand under other rules; empty where none were asked for.
    compared: Vec<Compared>,
    /// Why the hand is no win under some of them.
    refused: Vec<String>,
    /// The rules that the lines cite: key and text.
    cites: Vec<(String, String)>,
}

/// Tiles that lie together.
struct Group {
    label: String,
    cells: Vec<Cell>,
}

/// One tile of the hand.
struct Cell {
    tile: Tile,
    /// Its number on the photo.
    number: Option<usize>,
    /// The winning tile.
    win: bool,
    /// Corrected by hand, or doubtful.
    marked: bool,
}

/// One line of the count-out.
struct Row {
    name: String,
    value: String,
    so_far: String,
    tiles: Vec<Tile>,
    rule: String,
}

impl Page {
    /// The page of a receipt that has been verified; `frame` is its photo, and
    /// `houses` are the rule sets to compare with.
    pub fn of(
        receipt: &Receipt,
        verdict: &Verdict,
        frame: Option<&Frame>,
        houses: &[RuleSet],
        lang: Lang,
    ) -> Page {
        let sheet = &receipt.result;
        let bracket = sheet.raw.is_some();
        let (compared, refused) = compared(receipt, houses, lang);
        Page {
            lang,
            title: lang.pick("精算の控え", "Receipt").to_owned(),
            facts: facts(receipt, lang),
            verdict: (verdict.agrees(), verdict_text(verdict, lang)),
            photo: frame.map(|frame| photo::numbered(receipt, verdict, &frame.image)),
            groups: groups(receipt, verdict, lang),
            rows: rows(&sheet.items, bracket, lang),
            total: explain::result_line(sheet, lang),
            chips: rows(&sheet.chip_items, false, lang),
            payments: payments(receipt, lang),
            doubts: doubts(receipt, verdict, lang),
            compared,
            refused,
            cites: cites::of(receipt, lang),
        }
    }
}

fn facts(receipt: &Receipt, lang: Lang) -> Vec<(String, String)> {
    let mut facts = Vec::new();
    let mut fact = |ja: &str, en: &str, text: String| {
        facts.push((lang.pick(ja, en).to_owned(), text));
    };
    let rules = |key: &str| receipt.rules[key].as_str().unwrap_or_default();
    let house = lang.pick(rules("name_ja"), rules("name_en"));
    let (id, version) = (rules("id"), rules("version"));
    fact("ルール", "Rules", format!("{house} ({id} {version})"));
    fact("手牌", "Hand", receipt.confirmed.notation.clone());
    fact("状況", "Won", won(receipt, lang));
    if let Some(photo) = &receipt.photo {
        let sum = photo.sha256.as_ref().unwrap_or(&photo.pixels_sha256);
        let (name, width, height) = (&photo.name, photo.width, photo.height);
        let sum: String = sum.chars().take(16).collect();
        fact(
            "写真",
            "Photo",
            format!("{name}  {width} × {height}  sha256 {sum}…"),
        );
    }
    let model = receipt.model.as_ref().map(|model| {
        let sum: String = model.sha256.chars().take(12).collect();
        format!(" / {} {sum}…", model.name)
    });
    let program = format!("{} {}", receipt.program.name, receipt.program.version);
    fact("作成", "Made by", program + &model.unwrap_or_default());
    facts
}

/// How the hand was won, in the words of the scorer's own lines where there
/// are such.
fn won(receipt: &Receipt, lang: Lang) -> String {
    let case = &receipt.case;
    let winner = receipt.person(case.seat_wind, lang);
    let mut parts = vec![match (case.discarder, lang) {
        (Some(from), Lang::Ja) => format!("{winner}、{} からロン", receipt.person(from, lang)),
        (Some(from), Lang::En) => format!("{winner}, ron from {}", receipt.person(from, lang)),
        (None, Lang::Ja) => format!("{winner}、ツモ"),
        (None, Lang::En) => format!("{winner}, tsumo"),
    }];
    if receipt.house.options.rounds.0.count_ones() > 1 {
        let round = case.round_wind;
        parts.push(match lang {
            Lang::Ja => format!("{}場", round.kanji()),
            Lang::En => format!("round {round}"),
        });
    }
    parts.extend(flags(case, lang).map(str::to_owned));
    if case.consecutive_wins > 1 {
        let wins = case.consecutive_wins;
        parts.push(match lang {
            Lang::Ja => format!("{wins}連続和了"),
            Lang::En => format!("{wins} wins in a row"),
        });
    }
    if case.honba > 0 {
        parts.push(format!("{} {}", case.honba, lang.pick("本場", "honba")));
    }
    if case.sticks > 0 {
        let sticks = case.sticks;
        parts.push(match lang {
            Lang::Ja => format!("供託 {sticks}"),
            Lang::En => counted(sticks, "stick"),
        });
    }
    parts.join(lang.pick("、", ", "))
}

/// What is said of a win beyond who won from whom.
fn flags(case: &HandInput, lang: Lang) -> impl Iterator<Item = &'static str> {
    let flags = [
        (case.riichi == 1, "リーチ", "riichi"),
        (case.riichi == 2, "ダブルリーチ", "double riichi"),
        (case.open_riichi, "オープン", "open"),
        (case.ippatsu, "一発", "ippatsu"),
        (case.rinshan, "嶺上", "replacement tile"),
        (case.chankan, "槍槓", "robbed kan"),
        (case.haitei || case.houtei, "最後の牌", "last tile"),
        (case.first_turn, "第一巡", "first turn"),
        (case.furiten, "フリテン", "furiten"),
        (
            case.ron_on == RonOn::PulledGari,
            "抜いた牌をロン",
            "on a pulled tile",
        ),
        (
            case.ron_on == RonOn::Ankan,
            "暗槓の牌をロン",
            "on a concealed kan",
        ),
        (
            case.discarder_riichi,
            "放銃者もリーチ",
            "the discarder in riichi",
        ),
        (case.tanki_open, "単騎を公開", "single wait shown"),
    ];
    let said = flags.into_iter().filter(|(is, ..)| *is);
    said.map(move |(_, ja, en)| lang.pick(ja, en))
}

fn verdict_text(verdict: &Verdict, lang: Lang) -> String {
    match verdict.differences.first() {
        None => lang
            .pick("計算し直して一致", "Recomputed: every line agrees")
            .to_owned(),
        Some(first) => {
            let first_text = first.message(lang);
            let what = match first.cause {
                Cause::Photo => lang.pick("写真が違います", "The photo differs"),
                _ => lang.pick("一致しません", "Recomputed: it differs"),
            };
            format!("{what}: {first_text}")
        }
    }
}

fn groups(receipt: &Receipt, verdict: &Verdict, lang: Lang) -> Vec<Group> {
    let confirmed = &receipt.confirmed;
    let sets = (0..confirmed.melds.len()).map(Zone::Meld);
    let zones = [Zone::Hand].into_iter().chain(sets);
    let zones = zones.chain([Zone::Gari, Zone::Dora, Zone::Ura, Zone::Arisu]);
    let last = |zone| confirmed.tiles.iter().rfind(|tile| tile.zone == zone);
    let win = confirmed.win.or(last(Zone::Hand).map(|tile| tile.id));
    let group = |zone: Zone| {
        let mut cells: Vec<(bool, Cell)> = confirmed
            .tiles
            .iter()
            .filter(|tile| tile.zone == zone)
            .map(|tile| {
                let won = Some(tile.id) == win;
                let cell = Cell {
                    tile: tile.tile,
                    number: tile.seen.map(|seen| seen + 1),
                    win: won,
                    marked: verdict.concerns.iter().any(|one| one.tile.id == tile.id),
                };
                (won, cell)
            })
            .collect();
        // The winning tile last, as it is laid.
        cells.sort_by_key(|(won, _)| *won);
        Group {
            label: super::words::zone_name(zone).text(lang).to_owned(),
            cells: cells.into_iter().map(|(_, cell)| cell).collect(),
        }
    };
    let all = zones.map(group);
    all.filter(|group| !group.cells.is_empty()).collect()
}

fn rows(items: &[Item], bracket: bool, lang: Lang) -> Vec<Row> {
    let row = |(item, count): (&Item, Option<i32>)| Row {
        name: item.name(lang).to_owned(),
        value: explain::value_text(item, lang),
        so_far: count.map_or_else(String::new, |count| count.to_string()),
        tiles: item.tiles.to_vec(),
        rule: item.rule.to_string(),
    };
    let counts = explain::counts(items, bracket);
    items.iter().zip(counts).map(row).collect()
}

fn payments(receipt: &Receipt, lang: Lang) -> Vec<(String, String, String)> {
    let sheet = &receipt.result;
    let any = sheet.chip_deltas.iter().any(|(_, chips)| chips != 0);
    let line = |(seat, points): (crate::seat::Seat, i32)| {
        let chips = match any {
            true => {
                let chips = sheet.chip_deltas.get(seat);
                format!("{chips:+}{}", Unit::Chip.suffix(chips, lang))
            }
            false => String::new(),
        };
        (receipt.person(seat, lang), format!("{points:+}"), chips)
    };
    sheet.deltas.iter().map(line).collect()
}

/// Tiles in doubt, other whole readings of the photo, other ways to divide the
/// hand: each with what it would make.
fn doubts(receipt: &Receipt, verdict: &Verdict, lang: Lang) -> Vec<String> {
    let concerns = verdict.concerns.iter().map(|one| one.message(lang));
    let mut all: Vec<String> = concerns.collect();
    for rival in &receipt.rivals {
        let hand = notation::parse(rival).ok();
        let input = hand.map(|hand| receipt.case.clone().with_hand(hand));
        let sheet = input.and_then(|input| score::score(&receipt.house, &input).ok());
        all.push(match (sheet, lang) {
            (Some(sheet), Lang::Ja) => format!("写真は {rival} とも読める: {}点", sheet.total),
            (Some(sheet), Lang::En) => {
                format!("the photo may also show {rival}: total {}", sheet.total)
            }
            (None, Lang::Ja) => format!("写真は {rival} とも読める: 和了れない"),
            (None, Lang::En) => format!("the photo may also show {rival}: no win"),
        });
    }
    let other = crate::score::rivals::text(&receipt.result, lang);
    all.extend(other.lines().map(str::to_owned));
    for note in &verdict.notes {
        all.push(note.text(lang).to_owned());
    }
    for warning in &receipt.result.warnings {
        all.push(lang.pick(&warning.ja, &warning.en).to_owned());
    }
    all
}

/// The hand under other rules, and why it is no win under some.
fn compared(receipt: &Receipt, houses: &[RuleSet], lang: Lang) -> (Vec<Compared>, Vec<String>) {
    if houses.is_empty() {
        return (Vec::new(), Vec::new());
    }
    let mut refused = Vec::new();
    let mut sheet = |rules: &RuleSet| match score::score(rules, &receipt.case) {
        Ok(sheet) => Some(sheet),
        Err(faults) => {
            let why = faults.iter().map(|fault| fault.message(lang));
            let why = why.collect::<Vec<_>>().join(" / ");
            refused.push(format!("{}: {why}", rules.id));
            None
        }
    };
    let sheets: Vec<Option<ScoreSheet>> = houses.iter().map(&mut sheet).collect();
    let own = receipt.rules["id"].as_str().unwrap_or_default().to_owned();
    let mut columns = vec![(own, Some(&receipt.result))];
    let ids = houses.iter().map(|rules| rules.id.clone());
    columns.extend(ids.zip(sheets.iter().map(Option::as_ref)));
    (explain::compared(&columns, lang), refused)
}

impl Page {
    /// What stands where no tile is in dispute.
    fn nothing(&self) -> &'static str {
        self.lang.pick(
            "手で直した牌も疑わしい牌もありません",
            "no tile was corrected by hand or doubtful",
        )
    }

    /// Under the two lines to sign on.
    fn signs(&self) -> (&'static str, &'static str) {
        (
            self.lang.pick("確認 (1)", "Agreed (1)"),
            self.lang.pick("確認 (2)", "Agreed (2)"),
        )
    }
}

/// Tiles as a person types them.
fn typed(tiles: &[Tile]) -> String {
    mpsz::print(tiles)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Promise 17, for the printed page: no letter is missing in the font.
    #[test]
    fn every_letter_of_the_page_is_in_the_shipped_font() {
        let text = include_str!("../../../tests/fixtures/receipt.json");
        let receipt = Receipt::parse(text).unwrap();
        let verdict = receipt.verify();
        let houses = ["vip", "riichi3"].map(|id| crate::rules::preset(id).unwrap());
        let (regular, bold) = (ink::Ink::regular(), ink::Ink::bold());
        for lang in [Lang::Ja, Lang::En] {
            // The HTML of the page without its pictures has all of its words.
            let page = Page::of(&receipt, &verdict, None, &houses, lang).html();
            let body = page.split("</style>").nth(1).unwrap();
            for letter in body.chars().filter(|letter| !letter.is_control()) {
                let has = regular.has(letter) && bold.has(letter);
                assert!(has, "{letter:?} is not in the font");
            }
        }
    }

    /// Of what moves points everything stands on the page, in letters that the
    /// font has.
    #[test]
    fn every_fact_of_the_win_is_told() {
        let text = include_str!("../../../tests/fixtures/receipt.json");
        let mut plain = Receipt::parse(text).unwrap();
        plain.house = crate::rules::preset("redblue").unwrap();
        let facts: [fn(&mut HandInput); 6] = [
            |case| case.round_wind = crate::seat::Seat::S,
            |case| case.discarder_riichi = true,
            |case| case.ron_on = RonOn::PulledGari,
            |case| case.ron_on = RonOn::Ankan,
            |case| case.tanki_open = true,
            |case| case.consecutive_wins = 5,
        ];
        let ink = ink::Ink::regular();
        for lang in [Lang::Ja, Lang::En] {
            for (at, fact) in facts.iter().enumerate() {
                let mut told = plain.clone();
                fact(&mut told.case);
                let text = won(&told, lang);
                assert_ne!(text, won(&plain, lang), "{at}");
                let strange = text.chars().find(|letter| !ink.has(*letter));
                assert_eq!(strange, None, "{text}");
            }
        }
    }

    #[test]
    fn options_that_are_cited_are_told_in_words() {
        let text = include_str!("../../../tests/fixtures/receipt.json");
        let receipt = Receipt::parse(text).unwrap();
        let said: Vec<String> = cites::of(&receipt, Lang::Ja)
            .into_iter()
            .map(|(_, said)| said)
            .collect();
        let said = said.join(" ");
        assert!(
            !said.contains("= true") && !said.contains("= false"),
            "{said}"
        );
    }
}
