//! Where each line of a score sheet comes from: the paragraph of the rule
//! text, and the keys of the rule file that decide its value.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use toml::{Table, Value};

use crate::rules::options::{Options, SPECS};
use crate::rules::{RuleSet, YakuValue};
use crate::score::item::{self, ItemId};

/// Under `[cite]` the name for the fu, which are no item.
const FU: &str = "fu";

/// The `[cite]` table of a rule file: paragraph → items, and what the options
/// and yaku were when they were cited. An item whose value has been changed
/// since is no longer what the paragraph says.
#[derive(Clone, Debug, PartialEq)]
pub struct Cites {
    paragraphs: Vec<(Arc<str>, Vec<ItemId>)>,
    fu: Option<Arc<str>>,
    options: Options,
    yaku: [YakuValue; item::COUNT],
}

impl Default for Cites {
    fn default() -> Cites {
        Cites {
            paragraphs: Vec::new(),
            fu: None,
            options: Options::default(),
            yaku: [YakuValue::NONE; item::COUNT],
        }
    }
}

impl Cites {
    /// Reads `[cite]` for rules that are otherwise read.
    ///
    /// # Errors
    /// The paragraph whose list holds something else than items and `fu`.
    pub fn read(table: &Table, rules: &RuleSet) -> Result<Cites, String> {
        let mut cites = Cites {
            options: rules.options,
            yaku: rules.yaku,
            ..Cites::default()
        };
        for (paragraph, list) in table {
            let text: Arc<str> = paragraph.as_str().into();
            let mut items = Vec::new();
            let list = list.as_array().ok_or(paragraph.clone())?;
            for id in list.iter().map(Value::as_str) {
                match id {
                    Some(FU) => cites.fu = Some(text.clone()),
                    Some(id) => items.push(id.parse().map_err(|_| paragraph.clone())?),
                    None => return Err(paragraph.clone()),
                }
            }
            cites.paragraphs.push((text, items));
        }
        Ok(cites)
    }

    fn paragraph(&self, item: ItemId) -> Option<&str> {
        let found = self
            .paragraphs
            .iter()
            .find(|(_, items)| items.contains(&item));
        found.map(|(text, _)| &**text)
    }

    /// Whether the options of these keys are as they were when cited.
    fn still_hold(&self, rules: &RuleSet, keys: &[&str]) -> bool {
        let specs = SPECS.iter().filter(|spec| keys.contains(&spec.key));
        specs
            .into_iter()
            .all(|spec| (spec.get)(&self.options) == (spec.get)(&rules.options))
    }
}

/// Options that decide what an item is worth; for a yaku, options that
/// overrule its own row.
fn keys_of(item: ItemId) -> &'static [&'static str] {
    use ItemId::*;
    match item {
        Base => &["base_points"],
        BasePoint => &["base_point"],
        Menzen => &["menzen_points", "menzen_point"],
        Dealer => &["dealer_points"],
        RonBonus => &["ron_points"],
        OpenRiichi => &["open_riichi", "open_riichi_han", "open_riichi_furiten_han"],
        Ippatsu => &["ippatsu_han"],
        NorthCommon => &["north"],
        Tanyao => &["kuitan"],
        Pinfu => &["pinfu_value"],
        Chiitoi | ChiitoiQ1 | ChiitoiQ2 | ChiitoiQ3 => &["chiitoi_values"],
        Renhou => &["renhou"],
        Kokushi13 | ChuurenPure => &["double_yakuman", "double_yakuman_furiten"],
        SuuankouTanki | Daisuushii => &["double_yakuman"],
        Chinroutou => &["chinroutou_quads"],
        Suukantsu => &["suukantsu"],
        Ponto => &["ponto_melds"],
        Paarenchan => &["paarenchan_needs_yaku"],
        Shiisanpuuta => &["shiisanpuuta"],
        Ankan => &["ankan_points"],
        Minkan => &["minkan_points"],
        Fives => &["five_points", "five_on_gari", "red_five_value"],
        RedFives => &["red_five_points", "red_five_value"],
        Dora => &["dora_points", "man_dora_order", "dora_on_gari", "kan_dora"],
        Ura | ChipUra => &[
            "dora_points",
            "man_dora_order",
            "dora_on_gari",
            "kan_dora",
            "ura",
        ],
        RedDora => &["reds"],
        Gari => &["gari_points", "gari_set_doubles", "flower_set_counts"],
        RedGari => &["red_gari_points"],
        Honba => &["honba_value"],
        Kazoe => &["kazoe"],
        SevenMult => &[
            "seven_mult",
            "seven_stage",
            "seven_on_bonus",
            "seven_on_yakuman",
        ],
        other => keys_of_bonus(other),
    }
}

/// The same of what is paid beside the points.
fn keys_of_bonus(item: ItemId) -> &'static [&'static str] {
    use ItemId::*;
    match item {
        IppatsuBonus => &["ippatsu_bonus"],
        OpenBonus => &["open_riichi_bonus"],
        Kenshou => &["prize_from", "prize_step"],
        Karasu => &["karasu_points", "karasu_needs", "karasu_kokushi"],
        OpenDealin => &["open_dealin", "open_dealin_doubled"],
        HonbaDouble => &["honba_double_from"],
        ChipRed => &["open_red_chips"],
        ChipIppatsu | ChipArisu => &["chips"],
        ChipMult => &["karasu_chip_mult", "karasu_star_mult", "all_star_mult"],
        ChipYakuman => &[
            "yakuman_chips",
            "yakuman_chips_per",
            "yakuman_chips_multiplied",
        ],
        _ => &[],
    }
}

/// Keys that have a meaning under the rules; a yaku without one has its row.
fn keys_in_use(rules: &RuleSet, item: ItemId) -> Vec<String> {
    let mut keys: Vec<String> = keys_of(item)
        .iter()
        .filter(|key| rules.declared_key(key))
        .map(|key| (*key).to_owned())
        .collect();
    let row = rules.yaku[item.index()];
    if row != YakuValue::NONE {
        keys.insert(0, format!("yaku.{item}"));
    }
    keys
}

/// The rule behind every item, such as `kichijoji.md §2: karasu_points`.
pub(crate) fn of_items(rules: &RuleSet) -> [&'static str; item::COUNT] {
    let cites = &rules.cites;
    let rule = |item: ItemId| {
        let row_holds = cites.yaku[item.index()] == rules.yaku[item.index()];
        let holds = row_holds && cites.still_hold(rules, keys_of(item));
        let paragraph = cites.paragraph(item).filter(|_| holds);
        join(paragraph, &keys_in_use(rules, item))
    };
    std::array::from_fn(|at| rule(item::ALL[at]))
}

/// The rule behind the fu.
pub(crate) fn of_fu(rules: &RuleSet) -> &'static str {
    let keys = ["fu", "double_wind_pair_fu"];
    let holds = rules.cites.still_hold(rules, &keys);
    let paragraph = rules.cites.fu.as_deref().filter(|_| holds);
    join(paragraph, &keys.map(str::to_owned))
}

fn join(paragraph: Option<&str>, keys: &[String]) -> &'static str {
    let keys = keys.join(", ");
    interned(match (paragraph, keys.is_empty()) {
        (Some(paragraph), true) => paragraph.to_owned(),
        (Some(paragraph), false) => format!("{paragraph}: {keys}"),
        (None, _) => keys,
    })
}

/// The text, kept for as long as the program runs, so that every line of every
/// sheet can point at it. However many rule sets are made (each hand with
/// options makes one), the texts are few: one for each item that a rule file
/// cites, with its keys, and one without.
fn interned(text: String) -> &'static str {
    static TEXTS: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = texts.get(text.as_str()) {
        return known;
    }
    let text = text.leak();
    texts.insert(text);
    text
}
