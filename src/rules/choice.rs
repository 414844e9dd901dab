//! Options that are one of several words.

use toml::Value;

use crate::lang::Said;
use crate::rules::value::OptionValue;

macro_rules! choices {
    ($($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident $text:literal),* $(,)? })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$vdoc])* $variant),* }

        impl OptionValue for $name {
            fn read(value: &Value) -> Result<Self, Said> {
                // Numbers are allowed where the words are numbers (`159`).
                let number = value.as_integer().map(|number| number.to_string());
                match number.as_deref().or(value.as_str()) {
                    $(Some($text) => Ok($name::$variant),)*
                    _ => Err(Self::allowed()),
                }
            }
            fn write(&self) -> Value {
                Value::String(match self { $($name::$variant => $text),* }.to_owned())
            }
            fn allowed() -> Said {
                let words = [$(concat!("\"", $text, "\"")),*].join(" | ");
                Said::new(words.clone(), words)
            }
        }
    )*};
}

choices! {
    /// How items become a total.
    Scheme {
        /// Points are added up; multipliers apply to what stands before them.
        Points "points",
        /// (base + han + pulled + honba) × 4, rounded up to tens.
        Bracket "bracket",
        /// Han and fu with limits.
        HanFu "han_fu",
    }
    /// What North is.
    North {
        /// オタ風: never worth anything.
        Plain "plain",
        /// A value triplet for everybody, nobody's seat wind.
        Yakuhai "yakuhai",
        /// Pulled.
        Gari "gari",
        /// An ordinary wind.
        Wind "wind",
    }
    /// Order of dora among the man tiles.
    ManDoraOrder {
        /// 1 → 5 → 9 → 1
        OneFiveNine "159",
        /// 1 → 9 → 1; a 5 shows nothing.
        OneNine "19",
        /// 1 → 2 … 9 → 1
        Full "full",
    }
    /// Wins whose yaku is fixed late.
    Atozuke {
        /// Allowed.
        Allowed "allowed",
        /// 完全先付
        Forbidden "forbidden",
        /// No ron on a wait-dependent yaku; value triplets concealed or first call.
        MultiWait "multi_wait",
    }
    /// Who may win by tsumo in furiten.
    FuritenTsumo {
        /// Everybody.
        Allowed "allowed",
        /// Only an open riichi.
        OpenRiichiOnly "open_riichi_only",
    }
    /// Open riichi in furiten.
    FuritenOpenRiichi {
        /// Allowed.
        Allowed "allowed",
        /// A chombo.
        Chombo "chombo",
    }
    /// What the value of open riichi means.
    OpenRiichiValue {
        /// Added to riichi.
        Add "add",
        /// Riichi and open together.
        Total "total",
    }
    /// A red five in hand.
    RedFiveValue {
        /// Instead of the point of a five.
        Replace "replace",
        /// On top of the point of a five.
        Stack "stack",
    }
    /// When the point for a closed hand is given.
    MenzenPoint {
        /// Every closed win.
        AnyClosed "any_closed",
        /// It is the tsumo yaku itself.
        TsumoOnly "tsumo_only",
    }
    /// What spoils カラス.
    KarasuNeeds {
        /// Pulled tiles.
        NoGari "no_gari",
        /// Pulled tiles and dora of any kind.
        NoGariNoDora "no_gari_no_dora",
    }
    /// 十三不塔
    Shiisanpuuta {
        /// A flat baiman.
        Baiman "baiman",
        /// A yakuman.
        Yakuman "yakuman",
    }
    /// Several yakuman in one hand.
    YakumanMultiple {
        /// All count.
        Sum "sum",
        /// The most expensive one.
        Single "single",
    }
    /// What is added to a yakuman.
    YakumanAdds {
        /// Everything that it does not contain.
        All "all",
        /// Yaku of the situation, dora and fixed items.
        Situational "situational",
        /// Fixed items.
        Fixed "fixed",
        /// Nothing.
        None "none",
    }
    /// 清老頭 as seven pairs with fours.
    ChinroutouQuads {
        /// Does not exist.
        Ignore "ignore",
        /// A yakuman.
        Yakuman "yakuman",
    }
    /// Single or double.
    Units {
        /// One.
        Single "single",
        /// Two.
        Double "double",
    }
    /// Calls that count for ぽんと。
    PontoMelds {
        /// Any pon or kan.
        PonOrKan "pon_or_kan",
        /// Pons, also those a tile was added to.
        Pon "pon",
    }
    /// When ×7 is applied.
    SevenStage {
        /// After rounding.
        AfterRounding "after_rounding",
        /// Before rounding.
        BeforeRounding "before_rounding",
    }
    /// How fu are counted.
    FuCount {
        /// Item by item.
        Full "full",
        /// Always 30 (七対子 25).
        Fixed30 "fixed30",
    }
    /// Tsumo at a table of three.
    TsumoShare {
        /// The absent player's share is lost.
        Loss "loss",
        /// The others pay half of it each.
        SplitNorth "split_north",
    }
    /// Deal-in to an open riichi by a player not in riichi.
    OpenDealin {
        /// 50 points more.
        Plus50 "plus50",
        /// A yakuman.
        Yakuman "yakuman",
        /// Nothing: the discard is taken back.
        None "none",
    }
    /// Yakuman chips.
    ChipsPer {
        /// For each yakuman.
        Each "each",
        /// Once.
        Once "once",
    }
    /// Placement payment.
    Uma {
        /// None.
        None "none",
        /// Who is below the line pays the top.
        BelowKubiPaysTop "below_kubi_pays_top",
    }
    /// When a game ends because a player is out.
    Bust {
        /// Below zero.
        Lt0 "lt0",
        /// At zero or below.
        Le0 "le0",
        /// Never.
        None "none",
    }
    /// 焼き鳥
    Yakitori {
        /// The birds pay 20 in all.
        Pot20 "pot20",
        /// Each bird pays 20.
        Each20 "each20",
        /// None.
        None "none",
    }
    /// Who takes sticks and honba when several win.
    DoubleRonSticks {
        /// The first after the discarder in turn order.
        FirstInTurn "first_in_turn",
        /// The one before the discarder.
        KamichaOfDiscarder "kamicha_of_discarder",
    }
    /// Discarding a tile that must be pulled.
    GariDiscard {
        /// チョンボ, then go on from the pull.
        ChomboAndRedo "chombo_and_redo",
        /// No win in this hand.
        WinForfeit "win_forfeit",
    }
    /// 四風連打
    Suufon {
        /// Any winds other than the round's.
        AnyWindNotRound "any_wind_not_round",
        /// The same wind, other than the round's.
        SameWindNotRound "same_wind_not_round",
    }
    /// When 一発 ends.
    IppatsuCancel {
        /// At the call.
        AtCall "at_call",
        /// When the caller's discard has passed.
        AfterCallerDiscardPasses "after_caller_discard_passes",
    }
    /// Who deals after a drawn hand.
    DrawDealer {
        /// The same dealer.
        Stays "stays",
        /// The same dealer if tenpai.
        Tenpai "tenpai",
        /// The rules do not say.
        Silent "silent",
    }
    /// Who sits out the next hand when four people play at a table of three.
    SitOut {
        /// Nobody: three people.
        None "none",
        /// The discarder; on tsumo the player after the winner.
        DiscarderOrShimocha "discarder_or_shimocha",
        /// The player after the discarder, on tsumo after the winner.
        Shimocha "shimocha",
        /// One after the other in turn order, whatever the hand was.
        Rotation "rotation",
    }
    /// Who deals after a win.
    WinDealer {
        /// The winner.
        Winner "winner",
        /// The dealer if it won, else the next.
        Repeat "repeat",
        /// The rules do not say.
        Silent "silent",
    }
}
