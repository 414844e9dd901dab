//! The options: one table that is the struct, the file format and the help.

use toml::Value;

use crate::lang::{Lang, Said};
use crate::rules::value::*;
use crate::score::item::ItemSet;

/// One row of the option table.
pub struct OptionSpec {
    /// TOML key.
    pub key: &'static str,
    ja: &'static str,
    en: &'static str,
    /// Allowed values in words.
    pub allowed: fn() -> Said,
    /// Reads a value into the options; the error names what is allowed.
    pub set: fn(&mut Options, &Value) -> Result<(), Said>,
    /// The value as TOML.
    pub get: fn(&Options) -> Value,
}

impl OptionSpec {
    /// What the option decides.
    pub fn meaning(&self, lang: Lang) -> &'static str {
        lang.pick(self.ja, self.en)
    }
}

macro_rules! options {
    ($($field:ident $key:literal $kind:ty = $default:expr, $ja:literal, $en:literal;)*) => {
        /// Every option and every fixed number of a rule set. The fields are
        /// explained by [`SPECS`].
        #[derive(Clone, Copy, Debug, PartialEq)]
        #[allow(missing_docs)]
        pub struct Options { $(pub $field: $kind),* }

        impl Default for Options {
            fn default() -> Options {
                Options { $($field: $default),* }
            }
        }

        /// The option table, in the order of `options.md`.
        pub const SPECS: &[OptionSpec] = &[$(OptionSpec {
            key: $key,
            ja: $ja,
            en: $en,
            allowed: <$kind as OptionValue>::allowed,
            set: |options, value| {
                options.$field = <$kind as OptionValue>::read(value)?;
                Ok(())
            },
            get: |options| options.$field.write(),
        }),*];
    };
}

options! {
    // The frame of the game (fixed numbers of the rule text).
    scheme "scheme" Scheme = Scheme::HanFu, "点数の数え方", "how items become a total";
    players "players" i32 = 4, "人数", "players at the table";
    rounds "rounds" Winds = Winds(0b1111), "行われる場", "rounds that are played";
    gari_hands "gari_hands" ItemSet = ItemSet::EMPTY, "抜きドラを手の中で使える役満", "yakuman that may hold tiles of the pulled kinds";
    gari_free "gari_free" bool = false, "抜くかどうかは自由", "pulling is free: the tiles may also stay in the hand";
    gari_callable "gari_callable" bool = true, "抜きドラは河に捨てられる(鳴ける、ロンできる)", "tiles of the pulled kinds may be discarded, so called and won on";
    pulled_ron "pulled_ron" bool = false, "抜かれた牌で国士無双をロンできる", "thirteen orphans may win on a tile another player pulls";
    base_points "base_points" i32 = 0, "バンバン", "points of every win";
    dealer_points "dealer_points" i32 = 0, "親の加点", "points of a dealer's win";
    ron_points "ron_points" i32 = 0, "ロンの加点", "points of a ron";
    menzen_points "menzen_points" i32 = 0, "メンゼンの加点", "points of a closed win";
    ankan_points "ankan_points" i32 = 0, "暗槓1つの点", "points of a concealed kan";
    minkan_points "minkan_points" i32 = 0, "明槓1つの点", "points of an open kan";
    five_points "five_points" i32 = 0, "手の中の5筒・5索1枚の点", "points of a five in the hand";
    five_on_gari "five_on_gari" bool = false, "抜いた5萬も5として数える", "a pulled five counts as a five too";
    red_five_points "red_five_points" i32 = 0, "手の中の赤5の点", "points of a red five in the hand";
    gari_points "gari_points" i32 = 0, "抜きドラ1枚の点", "points of a pulled tile";
    red_gari_points "red_gari_points" i32 = 0, "抜いた赤5萬の点", "points of a pulled red five";
    dora_points "dora_points" i32 = 1, "ドラ1枚の点(翻)", "points (or han) of a dora";
    karasu_points "karasu_points" [i32; 2] = [0, 0], "カラス [門前, 鳴き]", "karasu [closed, open]";
    karasu_needs "karasu_needs" KarasuNeeds = KarasuNeeds::NoGari, "カラスの条件", "what karasu needs";
    yakuman_points "yakuman_points" i32 = 50, "役満1つの点", "points of a yakuman";
    base_point "base_point" [i32; 2] = [1, 2], "基礎点 [子, 親]", "base points [child, dealer]";
    ippatsu_bonus "ippatsu_bonus" i32 = 0, "一発ボーナス", "ippatsu bonus";
    open_riichi_bonus "open_riichi_bonus" i32 = 0, "オープンリーチボーナス", "open riichi bonus";
    prize_from "prize_from" i32 = 0, "懸賞が付き始める本場 (0=なし)", "honba from which the dealer's prize is paid (0 = never)";
    prize_step "prize_step" i32 = 10, "懸賞の1本場あたりの点", "the prize per honba";
    seven_mult "seven_mult" bool = false, "7筒・7索の暗刻で倍", "concealed sevens multiply";
    chips "chips" bool = false, "チップ(一発・裏・赤・アリス)", "chips (ippatsu, ura, red, arisu)";
    karasu_chip_mult "karasu_chip_mult" i32 = 2, "カラスのチップ倍率", "chip factor of karasu";
    karasu_star_mult "karasu_star_mult" i32 = 4, "カラスオールスターのチップ倍率", "chip factor of karasu with red 5p and 5s";
    yakuman_chips "yakuman_chips" [i32; 2] = [0, 0], "役満チップ [ロン, ツモ各]", "yakuman chips [ron, each on tsumo]";
    local_list "local_list" ItemSet = ItemSet::EMPTY, "ローカル役の一覧", "the house yaku";
    kazoe_item "kazoe_item" bool = true, "数え役満を項目として示す", "show a counted yakuman as a line of its own";
    yakuman_first "yakuman_first" bool = false, "同点なら数え役満より本当の役満の読みを取る", "of readings that pay the same a real yakuman goes before a counted one";
    gari_set_doubles "gari_set_doubles" bool = false, "同じガリ4枚は倍に数える", "four pulled tiles of a kind count double";
    draw_dealer "draw_dealer" DrawDealer = DrawDealer::Silent, "流局後の親", "who deals after a drawn hand";
    win_dealer "win_dealer" WinDealer = WinDealer::Silent, "和了後の親", "who deals after a win";
    honba_to_all "honba_to_all" bool = false, "複数ロンで本場は全員に付く", "with several winners each keeps the honba";
    sit_out "sit_out" SitOut = SitOut::None, "四人で打つ時の抜け番", "who sits out when four people play at a table of three";
    top_dealer_ends "top_dealer_ends" bool = false, "オーラスの親がトップなら、あがり・ノーテンで終局", "in the last hand a dealer in the lead ends the game by winning or being noten";
    // The options of options.md.
    man_kinds "man_kinds" Ranks = Ranks(0b11_1111_1110), "山にある萬子", "man tiles in the wall";
    flowers "flowers" i32 = 0, "花牌の枚数", "flower tiles in the wall (0, 4 or 8)";
    reds "reds" Reds = Reds([1, 1, 1]), "赤5の枚数", "red fives per suit";
    gari_kinds "gari_kinds" Kinds = Kinds(0), "抜く牌", "tiles that are pulled";
    north "north" North = North::Wind, "北の扱い", "what North is";
    chi "chi" bool = true, "チー", "chi allowed";
    man_dora_order "man_dora_order" ManDoraOrder = ManDoraOrder::Full, "萬子のドラの順", "order of dora among the man tiles";
    dora_on_gari "dora_on_gari" bool = true, "抜いた牌にもドラが乗る", "indicators also hit pulled tiles";
    ura "ura" bool = true, "裏ドラ", "ura dora";
    kan_dora "kan_dora" bool = true, "槓ドラ・槓裏", "kan dora and kan ura";
    kuitan "kuitan" bool = true, "喰いタン", "open tanyao";
    atozuke "atozuke" Atozuke = Atozuke::Allowed, "後付け", "wins whose yaku is fixed late";
    sakizuke_chankan_validates "sakizuke_chankan_validates" bool = true, "完全先付でも槍槓のみで和了れる", "robbing a kan alone may be the yaku";
    multi_wait_pinfu_exempt "multi_wait_pinfu_exempt" bool = true, "平和は待ちの形によらず和了れる", "pinfu may be the only, wait-dependent yaku";
    chankan_single_wait_only "chankan_single_wait_only" bool = false, "槍槓は一手待ちのみ", "robbing a kan needs a single kind of wait";
    furiten_tsumo "furiten_tsumo" FuritenTsumo = FuritenTsumo::Allowed, "フリテンのツモ", "tsumo in furiten";
    furiten_open_riichi "furiten_open_riichi" FuritenOpenRiichi = FuritenOpenRiichi::Allowed, "フリテンのオープンリーチ", "open riichi in furiten";
    menzen_is_yaku "menzen_is_yaku" bool = false, "メンゼンだけで和了れる", "the point for a closed hand is a yaku";
    gari_rinshan "gari_rinshan" bool = true, "抜いた後のツモも嶺上開花", "the tile drawn for a pulled tile counts as a replacement tile";
    pulled_gari_ron_is_chankan "pulled_gari_ron_is_chankan" bool = false, "抜かれた牌のロンに槍槓も付く", "ron on a pulled tile also counts as robbing a kan";
    almighty_white "almighty_white" bool = false, "一発ツモの白はオールマイティー", "a white dragon drawn as ippatsu tsumo is wild";
    almighty_fifth_copy "almighty_fifth_copy" bool = false, "オールマイティーは5枚目になれる", "the wild tile may be a fifth copy";
    pinfu_value "pinfu_value" Option<i32> = None, "平和の点 (0=なし)", "value of pinfu (0 = none)";
    open_riichi "open_riichi" OpenRiichiValue = OpenRiichiValue::Add, "オープンリーチの点の意味", "what the value of open riichi means";
    open_riichi_han "open_riichi_han" Option<i32> = None, "オープンリーチの翻", "han of open riichi";
    open_riichi_furiten_han "open_riichi_furiten_han" Option<i32> = None, "フリテンのオープンリーチの翻", "han of open riichi in furiten";
    ippatsu_han "ippatsu_han" Option<i32> = None, "一発の翻", "han of ippatsu";
    chiitoi_values "chiitoi_values" ChiitoiValues = [Some(2), None, None, None], "七対子と4枚使い(1組・2組・3組)の値", "seven pairs with none, one, two and three fours";
    red_five_value "red_five_value" RedFiveValue = RedFiveValue::Replace, "赤5の数え方", "how a red five counts";
    menzen_point "menzen_point" MenzenPoint = MenzenPoint::AnyClosed, "メンゼンの加点の条件", "when the closed point is given";
    karasu_kokushi "karasu_kokushi" bool = true, "抜く牌を手で使った役満のカラス", "karasu on hands that hold tiles of the pulled kinds";
    flower_set_counts "flower_set_counts" bool = true, "花牌4枚で8枚計算", "four flowers count eight";
    local_yaku "local_yaku" bool = true, "ローカル役", "the house yaku";
    shiisanpuuta "shiisanpuuta" Shiisanpuuta = Shiisanpuuta::Baiman, "十三不塔の値", "value of shiisanpuuta";
    paarenchan_needs_yaku "paarenchan_needs_yaku" bool = true, "八連荘にも役が必要", "paarenchan needs another yaku";
    yakuman_multiple "yakuman_multiple" YakumanMultiple = YakumanMultiple::Sum, "役満の複合", "several yakuman in one hand";
    yakuman_adds "yakuman_adds" YakumanAdds = YakumanAdds::All, "役満に足すもの", "what is added to a yakuman";
    yakuman_contained_yaku "yakuman_contained_yaku" bool = false, "役満に含まれる役も数える", "yaku inside a yakuman count too";
    renhou "renhou" Amount = Amount::None, "人和の値", "value of renhou";
    suukantsu "suukantsu" bool = true, "四槓子は役満", "suukantsu is a yakuman";
    chinroutou_quads "chinroutou_quads" Option<ChinroutouQuads> = None, "七対子形の清老頭", "chinroutou as seven pairs with fours";
    double_yakuman "double_yakuman" ItemSet = ItemSet::EMPTY, "ダブル役満", "hands worth two yakuman";
    double_yakuman_furiten "double_yakuman_furiten" Units = Units::Double, "フリテンでツモった多面待ちのダブル役満", "a many-wait double yakuman won in furiten";
    ponto_melds "ponto_melds" PontoMelds = PontoMelds::PonOrKan, "ぽんと。に数える鳴き", "calls that count for ponto";
    kazoe "kazoe" i32 = 13, "数え役満の翻 (0=なし)", "han of a counted yakuman (0 = none)";
    honba_value "honba_value" i32 = 0, "1本場の点", "points per honba";
    honba "honba" [i32; 2] = [300, 100], "積み棒 [ロン, ツモ各]", "honba payment [on ron, from each on tsumo]";
    honba_double_from "honba_double_from" i32 = 0, "この本場から全ての点が倍 (0=なし)", "all points double from this honba (0 = never)";
    open_dealin_doubled "open_dealin_doubled" bool = true, "オープンリーチ放銃の加点も倍になる", "the open riichi penalty doubles too";
    seven_stage "seven_stage" SevenStage = SevenStage::AfterRounding, "7筒・7索を掛ける時", "when the sevens multiply";
    seven_on_bonus "seven_on_bonus" bool = false, "7筒・7索をボーナスにも掛ける", "the sevens multiply bonuses";
    seven_on_yakuman "seven_on_yakuman" bool = true, "7筒・7索を役満にも掛ける", "the sevens multiply yakuman";
    bonus_per_payer "bonus_per_payer" bool = true, "ツモでは各自がボーナスを払う", "on tsumo each payer pays the bonuses";
    fu "fu" FuCount = FuCount::Full, "符", "fu";
    double_wind_pair_fu "double_wind_pair_fu" i32 = 4, "連風牌の雀頭の符", "fu of a double wind pair (4 or 2)";
    kiriage "kiriage" bool = false, "切り上げ満貫", "4 han 30 fu and 3 han 60 fu are mangan";
    tsumo "tsumo" TsumoShare = TsumoShare::Loss, "三人打ちのツモ", "three-player tsumo payment";
    open_dealin "open_dealin" OpenDealin = OpenDealin::None, "リーチしていない者のオープンリーチ放銃", "deal-in to an open riichi by a player not in riichi";
    riichi_stick "riichi_stick" i32 = 1000, "リーチ棒の点", "value of a riichi stick";
    chip_value "chip_value" Option<i32> = None, "チップ1枚の点", "points per chip";
    all_star_mult "all_star_mult" i32 = 2, "オールスターのチップ倍率", "chip factor of all stars";
    open_red_chips "open_red_chips" bool = true, "鳴いた手にも赤チップ", "red chips also for open hands";
    yakuman_chips_multiplied "yakuman_chips_multiplied" bool = false, "役満チップも倍になる", "yakuman chips are multiplied too";
    yakuman_chips_per "yakuman_chips_per" ChipsPer = ChipsPer::Each, "役満チップの数え方", "yakuman chips";
    start "start" i32 = 25000, "持ち点", "starting points";
    return_points "return" i32 = 30000, "返し", "return points";
    oka "oka" i32 = 20000, "オカ", "bonus to the top";
    uma "uma" Uma = Uma::None, "ウマ", "placement payment";
    kubi "kubi" [i32; 2] = [40000, 10000], "クビ [線, 額]", "line and amount of the placement payment";
    noten "noten" i32 = 3000, "ノーテン罰符(場)", "noten penalty in all";
    bust "bust" Bust = Bust::Lt0, "トビ", "game ends";
    tobi_bonus "tobi_bonus" i32 = 0, "とび賞", "paid by the busted player";
    yakitori "yakitori" Yakitori = Yakitori::None, "焼き鳥", "yakitori";
    nagashi "nagashi" Amount = Amount::Mangan, "流し", "nagashi payment";
    nagashi_tanyao "nagashi_tanyao" Amount = Amount::None, "流しタンヤオ", "nagashi tanyao payment";
    chombo "chombo" Amount = Amount::Mangan, "チョンボ", "chombo payment";
    max_ron "max_ron" i32 = 3, "同時ロンの人数", "winners on one discard";
    double_ron_sticks "double_ron_sticks" DoubleRonSticks = DoubleRonSticks::FirstInTurn, "複数ロンの供託と本場", "sticks and honba with several winners";
    gari_discard "gari_discard" GariDiscard = GariDiscard::ChomboAndRedo, "抜きドラを切った時", "discarding a pulled kind";
    west_if_top_le "west_if_top_le" Option<i32> = None, "西入する時のトップの点", "West round if the top has at most";
    suufon "suufon" Suufon = Suufon::AnyWindNotRound, "四風連打", "four winds discarded";
    ippatsu_cancel "ippatsu_cancel" IppatsuCancel = IppatsuCancel::AtCall, "一発が消える時", "when ippatsu ends";
}

/// Number of options.
pub const COUNT: usize = SPECS.len();

/// The position of a key in [`SPECS`].
pub fn position(key: &str) -> Option<usize> {
    SPECS.iter().position(|spec| spec.key == key)
}

/// The key most like a misspelt one, if any is near (edit distance at most a
/// third of its length, at least 2).
pub fn nearest<'a>(wrong: &str, keys: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (wrong.chars().count() / 3).max(2);
    keys.map(|key| (distance(wrong, key), key))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, key)| key)
}

/// Levenshtein distance in characters.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, cb) in b.iter().enumerate() {
            let change = diagonal + usize::from(ca != *cb);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
