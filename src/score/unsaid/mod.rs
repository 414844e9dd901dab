//! What no camera sees and nobody has said, where it would change the result.
//!
//! Every other answer to every unsaid question is scored; an answer that
//! changes nothing is not worth asking for and is left out.

mod answers;
mod words;

use serde::Serialize;

use crate::lang::Lang;
use crate::rules::RuleSet;
use crate::score::fault::FaultId;
use crate::score::input::HandInput;
use crate::score::sheet::ScoreSheet;
use crate::score::tally::Tally;
use crate::score::{check, score};
use answers::Answer;

pub use words::{brief, text};

macro_rules! facts {
    ($($name:ident $id:literal $ja:literal $en:literal;)*) => {
        /// A fact about a win that its tiles do not show.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
        #[serde(rename_all = "snake_case")]
        #[allow(missing_docs)]
        pub enum Fact { $($name),* }

        impl Fact {
            /// All facts, in the order in which they are asked for.
            pub const ALL: &'static [Fact] = &[$(Fact::$name),*];

            /// The id, such as `last_tile`.
            pub const fn id(self) -> &'static str {
                match self { $(Fact::$name => $id),* }
            }

            /// What a person calls it.
            pub const fn name(self, lang: Lang) -> &'static str {
                match self { $(Fact::$name => lang.pick($ja, $en)),* }
            }
        }
    };
}

facts! {
    Win "win" "ツモかロンか" "tsumo or ron";
    Seat "seat" "和了者の席" "the winner's seat";
    Round "round" "場" "the round";
    Riichi "riichi" "リーチ" "riichi";
    OpenRiichi "open_riichi" "オープンリーチ" "open riichi";
    Ippatsu "ippatsu" "一発" "ippatsu";
    DiscarderRiichi "discarder_riichi" "放銃者のリーチ" "the discarder's riichi";
    Rinshan "rinshan" "嶺上開花" "a replacement tile";
    Chankan "chankan" "槍槓" "a robbed kan";
    LastTile "last_tile" "海底・河底" "the last tile";
    FirstTurn "first_turn" "第一巡" "the first turn";
    Furiten "furiten" "フリテン" "furiten";
    RonOn "ron_on" "ロンした牌" "what the ron was on";
    TankiOpen "tanki_open" "最後の1枚を見せたか" "showing the last tile";
    ConsecutiveWins "consecutive_wins" "連続和了" "wins in a row";
    Honba "honba" "本場" "the honba";
    Sticks "sticks" "供託" "the sticks on the table";
    Pulled "pulled" "抜きドラ" "pulled tiles";
    Dora "dora" "ドラ表示牌" "the dora indicators";
    Ura "ura" "裏ドラ表示牌" "the ura indicators";
    Arisu "arisu" "アリス" "the arisu flips";
}

impl Fact {
    /// A counter on the table, which every win could have: worth a word, not a
    /// line with its difference.
    pub const fn is_counter(self) -> bool {
        matches!(self, Fact::Honba | Fact::Sticks)
    }
}

/// A fact that was not said, and the answers that change the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unsaid {
    /// The fact.
    pub fact: Fact,
    /// The answers, at least one.
    pub answers: Vec<Change>,
}

/// What an answer makes of the result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// How the answer is given to `karasu score`, such as `--riichi` or `g:1m`.
    pub flag: String,
    /// The result, or why the hand would not win.
    #[serde(flatten)]
    pub to: To,
    /// The answer is the best of many (which indicator lies there): another
    /// one changes less.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub at_most: bool,
}

/// The result under an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum To {
    /// The hand wins.
    Win {
        /// The total, counted as on the sheet.
        total: i32,
        /// Each payer pays the total (else the winner receives it in all).
        from_each: bool,
        /// Against the sheet; absent where the hand does not win as said.
        #[serde(skip_serializing_if = "Option::is_none")]
        change: Option<Difference>,
    },
    /// The hand would not win.
    Refused {
        /// The first fault.
        error: FaultId,
    },
}

/// A result less another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// Of the totals.
    pub total: i32,
    /// Of the chips from each payer.
    pub chips: i32,
    /// Of the winner's points, sticks included.
    pub winner: i32,
}

/// What was not said of this win and would change its result. `said` lists
/// the facts that a person has answered, if only by keeping what was shown.
pub fn unsaid(rules: &RuleSet, input: &HandInput, said: &[Fact]) -> Vec<Unsaid> {
    let base = score(rules, input).ok();
    let open = Fact::ALL.iter().filter(|fact| !said.contains(fact));
    let asked = open.map(|&fact| Unsaid {
        fact,
        answers: changes(rules, input, base.as_ref(), fact),
    });
    asked.filter(|asked| !asked.answers.is_empty()).collect()
}

fn changes(
    rules: &RuleSet,
    input: &HandInput,
    base: Option<&ScoreSheet>,
    fact: Fact,
) -> Vec<Change> {
    let scored = |answers: Vec<Answer>| -> Vec<Change> {
        let changed = answers.into_iter();
        let changed = changed.filter_map(|answer| change(rules, base, fact, answer));
        changed.collect()
    };
    let mut changed = scored(answers::of(rules, input, fact));
    // A riichi that rounding swallows (栄's tens) still opens the questions
    // that only a riichi has.
    let riichi_shows = changed.iter().any(|change| change.flag == answers::RIICHI);
    if fact == Fact::Riichi && !riichi_shows {
        changed.extend(scored(answers::riichi_and_more(input)));
    }
    if !matches!(fact, Fact::Dora | Fact::Ura | Fact::Arisu) {
        return changed;
    }
    // Of all indicators that could lie there the one that gives most, and the
    // one that takes most (a dora can spoil カラス).
    let by = |change: &Change| match change.to {
        To::Win {
            change: Some(by), ..
        } => (by.total, by.chips),
        _ => (0, 0),
    };
    let gain = changed.iter().max_by_key(|change| by(change));
    let loss = changed.iter().min_by_key(|change| by(change));
    let gain = gain.filter(|change| by(change) > (0, 0));
    let loss = loss.filter(|change| by(change) < (0, 0));
    let extremes = gain.into_iter().chain(loss).cloned();
    extremes
        .map(|change| Change {
            at_most: true,
            ..change
        })
        .collect()
}

/// What one answer changes, if anything.
fn change(
    rules: &RuleSet,
    base: Option<&ScoreSheet>,
    fact: Fact,
    answer: Answer,
) -> Option<Change> {
    let Answer { flag, input } = answer;
    let to = match (score(rules, &input), base) {
        (Ok(sheet), base) => {
            let change = base.map(|base| difference(base, &sheet, fact));
            if change.is_some_and(|change| change.is_none()) {
                return None;
            }
            To::Win {
                total: sheet.total,
                from_each: answers::is_paid_by_each(rules, &input),
                change: change.flatten(),
            }
        }
        // Other faults are those of answers that cannot be.
        (Err(faults), Some(_)) if forbids(rules, &input, fact) => To::Refused {
            error: faults.first()?.id,
        },
        _ => return None,
    };
    Some(Change {
        flag,
        to,
        at_most: false,
    })
}

/// Whether a refusal under this answer is news: furiten, or tiles that could
/// not be won on like this.
fn forbids(rules: &RuleSet, input: &HandInput, fact: Fact) -> bool {
    match fact {
        Fact::Furiten => true,
        Fact::Win | Fact::Chankan => check::check(rules, input, &Tally::of(input)).is_empty(),
        _ => false,
    }
}

/// What differs between two results, `None` for nothing. Who sits where is
/// no difference: for another seat the payments are compared in any order.
fn difference(base: &ScoreSheet, other: &ScoreSheet, fact: Fact) -> Option<Difference> {
    let payments = |sheet: &ScoreSheet| {
        let mut points: Vec<i32> = sheet.deltas.iter().map(|(_, points)| points).collect();
        if matches!(fact, Fact::Seat | Fact::Win) {
            points.sort_unstable();
        }
        points
    };
    let most = |sheet: &ScoreSheet| sheet.deltas.iter().map(|(_, points)| points).max();
    let difference = Difference {
        total: other.total - base.total,
        chips: other.chips_each_payer - base.chips_each_payer,
        winner: most(other)? - most(base)?,
    };
    let same = difference == Difference::default() && payments(base) == payments(other);
    (!same).then_some(difference)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use crate::rules;
    use crate::score::Win;
    use crate::seat::Seat;

    fn input(text: &str, change: impl FnOnce(&mut HandInput)) -> HandInput {
        let hand = notation::parse(text).unwrap();
        let mut input = HandInput {
            concealed: hand.concealed,
            win_tile: hand.win_tile.unwrap(),
            melds: hand.melds,
            gari: hand.gari,
            ..HandInput::default()
        };
        change(&mut input);
        input
    }

    fn asked(id: &str, input: &HandInput) -> Vec<Unsaid> {
        unsaid(&rules::preset(id).unwrap(), input, &[])
    }

    fn by(list: &[Unsaid], fact: Fact, flag: &str) -> Option<Difference> {
        let unsaid = list.iter().find(|unsaid| unsaid.fact == fact)?;
        let change = unsaid.answers.iter().find(|change| change.flag == flag)?;
        match change.to {
            To::Win { change, .. } => change,
            To::Refused { .. } => None,
        }
    }

    #[test]
    fn only_what_would_change_the_result_is_there() {
        let ron = |input: &mut HandInput| {
            input.win = Win::Ron;
            input.discarder = Some(Seat::W);
        };
        // Closed, a yaku of its own: 平和 and 断么九.
        let closed = asked("kichijoji", &input("234p567p345s66s78s+6s g:9m", ron));
        let by = |flag: &str, fact| by(&closed, fact, flag).map(|by| (by.total, by.chips));
        assert_eq!(by("--riichi", Fact::Riichi), Some((2, 0)));
        assert_eq!(by("--double-riichi", Fact::Riichi), Some((4, 0)));
        assert_eq!(by("--seat E", Fact::Seat), Some((1, 0)));
        assert_eq!(by("--last-tile", Fact::LastTile), Some((2, 0)));
        let facts: Vec<Fact> = closed.iter().map(|unsaid| unsaid.fact).collect();
        for absent in [
            Fact::Honba,     // 本場 do not exist here
            Fact::Round,     // nor other rounds
            Fact::Ippatsu,   // depends on riichi
            Fact::Ura,       // likewise
            Fact::Rinshan,   // a ron
            Fact::FirstTurn, // a pulled tile rules 人和 out
            Fact::RonOn,     // no 国士
        ] {
            assert!(!facts.contains(&absent), "{absent:?} in {facts:?}");
        }
        // An open hand has no riichi to ask for.
        let open = asked("kichijoji", &input("567p345s66s78s+6s (222p) g:9m", ron));
        assert!(open.iter().all(|unsaid| unsaid.fact != Fact::Riichi));
    }

    /// 栄: (1 + 断么九 1 + 平和 1 + 1 tsumo) × 4 = 16 → 20, and with riichi
    /// 20 too; open riichi adds its bonus after rounding.
    #[test]
    fn a_riichi_lost_in_rounding_still_asks_for_what_it_opens() {
        let hand = input("234p567p345s66s78s+6s", |_| ());
        let list = asked("sakae", &hand);
        let flag = |flag: &str| by(&list, Fact::Riichi, flag).map(|by| by.total);
        assert_eq!(flag("--riichi"), None, "{list:?}");
        assert!(flag("--open-riichi") > Some(0), "{list:?}");
        assert!(flag("--riichi --ippatsu") > Some(0), "{list:?}");
    }

    #[test]
    fn what_was_said_is_not_asked_for() {
        let rules = rules::preset("kichijoji").unwrap();
        let input = input("234p567p345s66s78s+6s g:9m", |_| ());
        let all = unsaid(&rules, &input, Fact::ALL);
        assert_eq!(all, []);
        let some = unsaid(&rules, &input, &[Fact::Riichi]);
        assert!(some.iter().all(|unsaid| unsaid.fact != Fact::Riichi));
        assert!(!some.is_empty());
    }

    #[test]
    fn a_hand_without_yaku_is_told_what_would_make_it_win() {
        let ron = |input: &mut HandInput| {
            input.win = Win::Ron;
            input.discarder = Some(Seat::W);
        };
        let list = asked("riichi4", &input("123m456p789s11z23s+1s", ron));
        let riichi = list.iter().find(|unsaid| unsaid.fact == Fact::Riichi);
        let riichi = &riichi.expect("riichi").answers[0];
        assert!(
            matches!(
                riichi.to,
                To::Win {
                    total: 1300,
                    change: None,
                    ..
                }
            ),
            "{riichi:?}"
        );
    }

    #[test]
    fn an_unknown_indicator_gives_at_most_so_much() {
        let riichi = |input: &mut HandInput| input.riichi = 1;
        let list = asked("kichijoji", &input("234p567p345s66s78s+6s g:9m", riichi));
        let ura = list.iter().find(|unsaid| unsaid.fact == Fact::Ura);
        let ura = &ura.expect("ura").answers;
        // Three 6s: 5s shows them, 6 points and 3 chips.
        assert_eq!(ura.len(), 1);
        assert!(ura[0].at_most && ura[0].flag == "u:5s", "{ura:?}");
        assert_eq!(
            by(&list, Fact::Ura, "u:5s").map(|by| (by.total, by.chips)),
            Some((6, 3))
        );
    }
}
