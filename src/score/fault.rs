//! Why a hand cannot be scored.

use crate::lang::Lang;
use crate::tile::Tile;

macro_rules! faults {
    ($($name:ident $id:literal $ja:literal $en:literal;)*) => {
        /// The kinds of fault, by the ids of the case files.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)]
        pub enum FaultId { $($name),* }

        impl FaultId {
            /// All kinds, in the order in which they are looked for.
            pub const ALL: &'static [FaultId] = &[$(FaultId::$name),*];

            /// The id, such as `wrong_count`.
            pub const fn id(self) -> &'static str {
                match self { $(FaultId::$name => $id),* }
            }

            /// What is wrong and what to do, without the tiles concerned.
            pub const fn message(self, lang: Lang) -> &'static str {
                match self { $(FaultId::$name => lang.pick($ja, $en)),* }
            }
        }
    };
}

faults! {
    BadTile "bad_tile" "牌として読めません" "not a tile";
    NotInWall "not_in_wall" "このルールの山にない牌です" "this rule set's wall has no such tile";
    FiveOfATile "five_of_a_tile" "同じ牌が多すぎます" "more copies of a tile than the wall holds";
    WrongCount "wrong_count" "牌の枚数が合いません (手牌+上がり牌+面子×3で14枚)" "wrong number of tiles (hand, winning tile and 3 per set must make 14)";
    BadMeld "bad_meld" "面子になっていません" "these tiles do not make such a set";
    ChiNotAllowed "chi_not_allowed" "このルールではチーはできません" "this rule set has no chi";
    GariInHand "gari_in_hand" "抜きドラは手の中で使えません (抜いてガリの欄へ)" "this tile must be pulled, it may not be used in the hand";
    PulledNotGari "pulled_not_gari" "抜けない牌が抜かれています" "this tile may not be pulled";
    BadSeat "bad_seat" "この卓にない席です" "no such seat at this table";
    BadRound "bad_round" "このルールにない場です" "this rule set has no such round";
    DiscarderMissing "discarder_missing" "ロンには放銃者が必要です" "a ron needs the discarder";
    BadDiscarder "bad_discarder" "放銃者が正しくありません" "the discarder must be another player at this table, and only on ron";
    RiichiOpenHand "riichi_open_hand" "鳴いた手ではリーチできません" "an open hand cannot be in riichi";
    IppatsuWithoutRiichi "ippatsu_without_riichi" "リーチしていないので一発はありません" "ippatsu needs riichi";
    OpenRiichiWithoutRiichi "open_riichi_without_riichi" "オープンリーチにはリーチが必要です" "open riichi needs riichi";
    UraWithoutRiichi "ura_without_riichi" "リーチしていないので裏ドラはめくれません" "ura indicators are turned only in riichi";
    ChankanOnTsumo "chankan_on_tsumo" "槍槓はロンです" "robbing a kan is a ron";
    HouteiOnTsumo "houtei_on_tsumo" "河底はロンです (ツモは海底)" "the last discard is a ron (the last draw is haitei)";
    HaiteiOnRon "haitei_on_ron" "海底はツモです (ロンは河底)" "the last draw is a tsumo (the last discard is houtei)";
    RinshanOnRon "rinshan_on_ron" "嶺上開花はツモです" "a replacement tile is drawn, so it is a tsumo";
    RinshanWithoutReplacement "rinshan_without_replacement" "カンも抜きもないので嶺上開花はありません" "no kan and no pulled tile, so no replacement tile";
    HaiteiWithRinshan "haitei_with_rinshan" "海底と嶺上開花は同時に付きません" "the last draw is no replacement tile";
    HouteiWithChankan "houtei_with_chankan" "河底と槍槓は同時に付きません" "the last discard is not a kan";
    FirstTurnWithMelds "first_turn_with_melds" "鳴きやカンがあれば第一巡の和了ではありません" "after a call or kan it is not the first turn";
    FirstTurnWithRiichi "first_turn_with_riichi" "第一巡の和了とリーチは両立しません" "riichi cannot come before a first-turn win";
    FirstTurnWithHaitei "first_turn_with_haitei" "第一巡は海底・河底になりません" "the first turn is not the last tile";
    FirstTurnDealerRon "first_turn_dealer_ron" "親に人和はありません" "the dealer cannot ron before its first discard";
    RenhouWithGari "renhou_with_gari" "人和の前に抜くことはできません" "nothing can be pulled before the first draw";
    FuritenRon "furiten_ron" "フリテンではロンできません" "no ron in furiten";
    FuritenTsumo "furiten_tsumo" "フリテンのツモはオープンリーチだけです" "in furiten only an open riichi may win by tsumo";
    FuritenOpenRiichi "furiten_open_riichi" "フリテンのオープンリーチはチョンボです" "open riichi in furiten is a chombo";
    BadRonOn "bad_ron_on" "この牌ではロンできません" "no ron on such a tile";
    BadNumber "bad_number" "数が大きすぎます" "a number is out of range";
    BadOption "bad_option" "ルールの指定が正しくありません" "a house option is wrong";
    NotWinningShape "not_winning_shape" "和了形ではありません" "not a winning shape";
    NoYaku "no_yaku" "役がありません" "no yaku";
    SakizukeCallOrder "sakizuke_call_order" "役牌が後付けです (暗刻か最初の鳴きだけが役になります)" "the only yaku is a value triplet that is neither concealed nor the first call";
    SakizukeWait "sakizuke_wait" "待ちのどれかで役が付きません (完全先付)" "some wait has no yaku fixed beforehand";
    MultiWait "multi_wait" "片アガリの役だけではロンできません" "no ron when the only yaku depend on which wait came";
    ChankanMultiWait "chankan_multi_wait" "槍槓は一手待ちだけです" "robbing a kan needs a single wait";
}

impl serde::Serialize for FaultId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

/// One fault of a hand: what, and which tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind.
    pub id: FaultId,
    /// The tiles concerned, if any.
    pub tiles: Vec<Tile>,
    /// What failed in particular: the text read, the waits, the test.
    pub detail: Option<(String, String)>,
}

impl Fault {
    /// A fault about the situation as a whole.
    pub fn new(id: FaultId) -> Fault {
        Fault {
            id,
            tiles: Vec::new(),
            detail: None,
        }
    }

    /// A fault about these tiles.
    pub fn about(id: FaultId, tiles: impl IntoIterator<Item = Tile>) -> Fault {
        Fault {
            id,
            tiles: tiles.into_iter().collect(),
            detail: None,
        }
    }

    /// Adds what failed in particular, in both languages.
    pub fn because(mut self, ja: impl Into<String>, en: impl Into<String>) -> Fault {
        self.detail = Some((ja.into(), en.into()));
        self
    }

    /// As JSON, with the whole message.
    pub fn json(&self, lang: Lang) -> serde_json::Value {
        let message = self.message(lang);
        serde_json::json!({"id": self.id, "message": message, "tiles": self.tiles})
    }

    /// The whole message: what is wrong, why, and the tiles.
    pub fn message(&self, lang: Lang) -> String {
        let mut text = self.id.message(lang).to_owned();
        if let Some((ja, en)) = &self.detail {
            text.push_str(": ");
            text.push_str(lang.pick(ja, en));
        }
        if !self.tiles.is_empty() {
            text.push_str(&format!(" [{}]", super::mpsz::print(&self.tiles)));
        }
        text
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl std::error::Error for Fault {}
