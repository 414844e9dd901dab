//! Penalties in words.

use crate::lang::{Lang, counted};
use crate::rules::Penalty;

/// Kinds of penalties of the rule sets that come with the program.
const PENALTIES: [(&str, &str, &str); 18] = [
    ("chombo", "チョンボ", "chombo"),
    ("few_tiles", "少牌", "too few tiles"),
    ("many_tiles", "多牌", "too many tiles"),
    (
        "too_many_or_few_tiles",
        "多牌・少牌",
        "too many or too few tiles",
    ),
    ("tiles_shown", "牌を倒した", "tiles shown"),
    ("false_win", "誤ツモ・誤ロン", "false win"),
    (
        "false_win_shown",
        "誤ツモ・誤ロン (倒牌)",
        "false win, tiles shown",
    ),
    (
        "false_ron_not_shown",
        "誤ロン (倒牌なし)",
        "false ron, tiles not shown",
    ),
    ("wrong_pon", "誤ポン", "false pon"),
    (
        "open_riichi_oshidashi",
        "オープンリーチへのおしだし",
        "deal-in to an open riichi",
    ),
    (
        "open_riichi_wrong_show",
        "オープンリーチの誤った公開",
        "open riichi wrongly shown",
    ),
    (
        "open_riichi_tsumo_discarded",
        "オープンリーチの和了牌を切った",
        "open riichi: winning tile discarded",
    ),
    (
        "riichi_missed_win",
        "リーチ後の見逃し",
        "riichi: win passed up",
    ),
    (
        "furiten_open_riichi",
        "フリテンのオープンリーチ",
        "open riichi in furiten",
    ),
    ("other", "その他", "another"),
    (
        "gari_pulled_wrong",
        "ガリの抜き間違い",
        "tile pulled wrongly",
    ),
    ("gari_pulled_late", "ガリの抜き遅れ", "tile pulled too late"),
    ("gari_discarded", "ガリを切った", "pulled kind discarded"),
];
/// Other names in use for some of them.
const ALSO_CALLED: [(&str, &str); 3] = [
    ("gari_pulled_wrongly", "gari_pulled_wrong"),
    ("gari_pulled_after_discard", "gari_pulled_late"),
    ("gari_discard", "gari_discarded"),
];

/// What a kind of penalty is called; a club's own kinds by their own names.
pub fn name(kind: &str, lang: Lang) -> &str {
    let other = ALSO_CALLED.iter().find(|(other, _)| *other == kind);
    let id = other.map_or(kind, |(_, id)| *id);
    let known = PENALTIES.iter().find(|(known, _, _)| *known == id);
    known.map_or(kind, |(_, ja, en)| lang.pick(ja, en))
}

/// What becomes of the hand, as the rule sets that come with the program say
/// it.
const HANDS: [(&str, &str, &str); 6] = [
    ("ends", "その局は終わり", "the hand ends"),
    ("continues", "続行", "the hand goes on"),
    ("redo", "やり直し", "the hand is dealt anew"),
    ("replay", "打ち直し", "the turn is played again"),
    (
        "draw_two_next",
        "次に2枚ツモる",
        "two tiles are drawn next time",
    ),
    (
        "discard_without_draw",
        "ツモらずに切る",
        "a tile is discarded without drawing",
    ),
];

/// What becomes of the hand; a club's own word as it wrote it.
pub fn hand(word: &str, lang: Lang) -> &str {
    let known = HANDS.iter().find(|(known, _, _)| *known == word);
    known.map_or(word, |(_, ja, en)| lang.pick(ja, en))
}

/// What a penalty costs, and what becomes of the hand.
pub fn text(penalty: &Penalty, lang: Lang) -> String {
    let mut parts = Vec::new();
    if penalty.chombo {
        parts.push(lang.pick("チョンボ", "chombo").to_owned());
    }
    if penalty.table > 0 {
        parts.push(match lang {
            Lang::Ja => format!("供託 {} 点", penalty.table),
            Lang::En => format!("{} on the table", counted(penalty.table, "point")),
        });
    }
    if penalty.table_chips > 0 {
        parts.push(match lang {
            Lang::Ja => format!("供託チップ {} 枚", penalty.table_chips),
            Lang::En => format!("{} on the table", counted(penalty.table_chips, "chip")),
        });
    }
    if penalty.forfeit {
        parts.push(lang.pick("アガリ放棄", "no win in this hand").to_owned());
    }
    if !penalty.hand.is_empty() {
        parts.push(hand(&penalty.hand, lang).to_owned());
    }
    parts.join(lang.pick("、", ", "))
}
