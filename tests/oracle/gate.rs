//! May a hand win at all: its waits, which 役牌 come too late, 完全先付
//! (`rules/sakae_free.md` §1) and 片アガリ (`rules/redblue.md` §2).

use karasu::score::{HandInput, Win};

use super::options::{flag, word};
use super::shape::{self, Reading};
use super::yaku::{self, Table};

/// Every allowed reading on every wait: kinds that complete the hand, except a
/// kind of which it already holds four. `wall` tells the kinds in the game.
pub fn waits(
    input: &HandInput,
    wall: impl Fn(usize) -> bool,
    allowed: impl Fn(&Reading) -> bool,
) -> Vec<Vec<Reading>> {
    let mut held = shape::concealed(input);
    for meld in &input.melds {
        held.extend(meld.tiles.iter().filter_map(|tile| tile.kind()));
    }
    let mut waits = Vec::new();
    for kind in (0..34).filter(|&kind| wall(kind)) {
        if held.iter().filter(|&&other| other == kind).count() >= 4 {
            continue;
        }
        let mut readings = shape::readings(input, kind);
        readings.retain(|reading| allowed(reading));
        if !readings.is_empty() {
            waits.push(readings);
        }
    }
    waits
}

/// Whether a 役牌 triplet of this kind may be the yaku that makes the hand
/// valid: concealed, or the first call. One completed by the winning tile
/// counts as concealed (tsumo) or first call (ron), only without calls.
pub fn validates(input: &HandInput, reading: &Reading, kind: usize) -> bool {
    let calls: Vec<usize> = (0..input.melds.len())
        .filter(|&i| input.melds[i].kind.is_open())
        .collect();
    let triplet = reading
        .sets()
        .iter()
        .find(|set| set.same_tiles() && set.first == kind);
    let Some(set) = triplet else { return false };
    if set.won {
        return calls.is_empty();
    }
    match set.meld {
        Some(place) if set.open => !input.call_order_known || calls.first() == Some(&place),
        _ => true,
    }
}

/// Kind of the triplet behind a 役牌 id.
pub fn yakuhai_kind(name: &str, round: usize, seat: usize) -> Option<usize> {
    match name {
        "haku" => Some(shape::HAKU),
        "hatsu" => Some(shape::HATSU),
        "chun" => Some(shape::CHUN),
        "round_wind" => Some(round),
        "seat_wind" => Some(seat),
        "north_common" => Some(shape::NORTH),
        _ => None,
    }
}

/// Whether the win is by ron.
pub fn is_ron(input: &HandInput) -> bool {
    input.win == Win::Ron
}

/// The test of a rule set in han and fu.
pub struct Gate<'a> {
    pub input: &'a HandInput,
    pub table: Table,
    /// All yaku and yakuman of a reading that count.
    pub names: &'a dyn Fn(&Reading) -> Vec<&'static str>,
    /// The rule set's own value of `atozuke`.
    pub atozuke: &'static str,
    /// … and of `chankan_single_wait_only`.
    pub single_wait_chankan: bool,
    pub waits: Vec<Vec<Reading>>,
}

impl Gate<'_> {
    /// The readings that may be valued, or the refusal.
    pub fn admit(&self, readings: &[Reading]) -> Result<Vec<Reading>, &'static str> {
        let tests = match word(self.input, "atozuke", self.atozuke) {
            "forbidden" => self.forbidden(readings),
            "multi_wait" => self.multi_wait(readings),
            _ => {
                let with_yaku = |reading: &&Reading| !(self.names)(reading).is_empty();
                let admitted: Vec<Reading> = readings.iter().filter(with_yaku).cloned().collect();
                match admitted.is_empty() {
                    true => Err("no_yaku"),
                    false => Ok(admitted),
                }
            }
        };
        let single = flag(
            self.input,
            "chankan_single_wait_only",
            self.single_wait_chankan,
        );
        if tests.is_ok() && single && self.input.chankan && self.waits.len() > 1 {
            return Err("chankan_multi_wait");
        }
        tests
    }

    /// The yaku that are no late 役牌.
    fn in_time(&self, reading: &Reading) -> Vec<&'static str> {
        let mut names = (self.names)(reading);
        names.retain(
            |name| match yakuhai_kind(name, self.table.round, self.table.seat) {
                Some(kind) => validates(self.input, reading, kind),
                None => true,
            },
        );
        names
    }

    /// §1 rule 1: han, but never the only yaku.
    fn is_situational(&self, name: &str) -> bool {
        let chankan = !flag(self.input, "sakizuke_chankan_validates", true);
        ["menzen_tsumo", "haitei", "houtei", "rinshan"].contains(&name)
            || (chankan && name == "chankan")
    }

    /// Rules 2, 3 and 6 of 完全先付, reading by reading.
    fn forbidden(&self, readings: &[Reading]) -> Result<Vec<Reading>, &'static str> {
        let validating = |reading: &Reading| {
            let mut names = self.in_time(reading);
            names.retain(|name| !self.is_situational(name));
            !names.is_empty()
        };
        let open = self.input.melds.iter().any(|meld| meld.kind.is_open());
        let tested = is_ron(self.input) || open;
        let every_wait = self
            .waits
            .iter()
            .all(|readings| readings.iter().any(validating));
        let mut refusals = Vec::new();
        let mut admitted = Vec::new();
        for reading in readings {
            let names = (self.names)(reading);
            if names.iter().all(|name| self.is_situational(name)) {
                refusals.push("no_yaku");
            } else if !validating(reading) {
                refusals.push("sakizuke_call_order");
            } else if tested && !every_wait {
                refusals.push("sakizuke_wait");
            } else {
                admitted.push(reading.clone());
            }
        }
        if !admitted.is_empty() {
            return Ok(admitted);
        }
        // The reading that got furthest says why.
        let order = ["sakizuke_wait", "sakizuke_call_order", "no_yaku"];
        let first = order.iter().find(|id| refusals.contains(id));
        Err(first.copied().unwrap_or("no_yaku"))
    }

    /// Y(w) of 片アガリ on one reading: a yaku counts as those that it
    /// contains, and all 役牌 are one kind.
    fn kinds(&self, reading: &Reading) -> Vec<&'static str> {
        let mut all = Vec::new();
        for name in self.in_time(reading) {
            match yakuhai_kind(name, self.table.round, self.table.seat) {
                Some(_) => all.push("yakuhai"),
                None => all.push(name),
            }
            // What a yakuman contains is there with it, 役牌 too.
            all.extend(yaku::contained(name).iter().map(|inner| {
                match yakuhai_kind(inner, self.table.round, self.table.seat) {
                    Some(_) => "yakuhai",
                    None => *inner,
                }
            }));
            all.extend(match name {
                "junchan" => &["chanta"][..],
                "ryanpeikou" => &["iipeikou"],
                "chinitsu" => &["honitsu"],
                "suuankou" | "suuankou_tanki" => &["sanankou", "toitoi"],
                // Not named in the list, but contained in the same way.
                "isshoku_sanjun" => &["iipeikou"],
                "isshoku_yonjun" => &["isshoku_sanjun", "iipeikou"],
                "suukantsu" => &["sankantsu"],
                _ => &[],
            });
        }
        all
    }

    /// The wait test asks about the hand, not one reading.
    fn multi_wait(&self, readings: &[Reading]) -> Result<Vec<Reading>, &'static str> {
        let with_yaku = |reading: &&Reading| !(self.names)(reading).is_empty();
        let named: Vec<Reading> = readings.iter().filter(with_yaku).cloned().collect();
        if named.is_empty() {
            return Err("no_yaku");
        }
        let yaku_of = |readings: &[Reading]| -> Vec<&'static str> {
            let each = readings.iter().flat_map(|reading| self.kinds(reading));
            each.collect()
        };
        let own = yaku_of(readings);
        if own.is_empty() {
            return Err("sakizuke_call_order");
        }
        if !is_ron(self.input) {
            return Ok(named);
        }
        let all: Vec<Vec<&str>> = self.waits.iter().map(|waits| yaku_of(waits)).collect();
        let everywhere = own
            .iter()
            .any(|name| all.iter().all(|yaku| yaku.contains(name)));
        let exempt = flag(self.input, "multi_wait_pinfu_exempt", true) && own.contains(&"pinfu");
        if everywhere || self.waits.len() == 1 || exempt {
            return Ok(named);
        }
        Err("multi_wait")
    }
}
