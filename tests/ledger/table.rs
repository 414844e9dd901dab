//! Dealer, seats, honba, sticks, bust and the final account: what the next
//! hand begins with. The numbers are counted by hand.

use karasu::ledger::event::DrawKind;
use karasu::ledger::{After, Entry, Ledger, Refusal, Winner};
use karasu::rules;
use karasu::seat::Seat;

use super::tool::{Folder, HAND, game, hand, win};

fn enter(ledger: &mut Ledger, entry: &Entry) {
    ledger.enter(entry, After::default()).expect("taken");
}

fn draw(tenpai: Vec<usize>, riichi: Vec<usize>) -> Entry {
    Entry::Draw {
        kind: DrawKind::Exhausted,
        tenpai,
        riichi,
    }
}

#[test]
fn a_riichi_stick_stays_until_somebody_wins_it() {
    let folder = Folder::new();
    let players = ["Aki", "Ben", "Chie", "Dan"];
    let mut ledger = game(&folder.file("a"), "riichi4", &players);
    // Aki, who deals, is tenpai in riichi with Ben; Chie and Dan pay 1,500.
    enter(&mut ledger, &draw(vec![0, 1], vec![0, 1]));
    let standing = ledger.running().expect("a game");
    assert_eq!(standing.points, [25_500, 25_500, 23_500, 23_500]);
    let turn = &standing.turn;
    assert_eq!(
        (turn.dealer, turn.kyoku, turn.honba, turn.sticks),
        (0, 1, 1, 2)
    );

    // Dan wins on Ben's discard: 断么九 平和, two red dora, 30 fu: 4 han 7,700
    // … counted by the program; here only what the table adds.
    let before = standing.points.clone();
    let bare = hand("234m567m340p66s78s+6s");
    enter(&mut ledger, &win(3, Some(1), bare));
    let standing = ledger.running().expect("a game");
    let paid = before[1] - standing.points[1];
    // One honba 300 inside, two sticks on top.
    assert_eq!(standing.points[3] - before[3], paid + 2_000);
    assert_eq!(standing.points[0], before[0]);
    // The dealer lost the deal: the second hand, no honba, no sticks.
    let turn = &standing.turn;
    assert_eq!(
        (turn.dealer, turn.kyoku, turn.honba, turn.sticks),
        (1, 2, 0, 0)
    );
    assert_eq!(standing.seat_of(0), Some(Seat::N));
}

#[test]
fn the_round_changes_when_everybody_has_dealt() {
    let folder = Folder::new();
    let players = ["Aki", "Ben", "Chie", "Dan"];
    let mut ledger = game(&folder.file("a"), "riichi4", &players);
    for at in 1..=4 {
        enter(&mut ledger, &draw(vec![], vec![]));
        assert_eq!(ledger.running().expect("a game").turn.honba, at);
    }
    let turn = ledger.running().expect("a game").turn.clone();
    assert_eq!((turn.round, turn.kyoku, turn.dealer), (Seat::S, 1, 0));
}

#[test]
fn where_the_winner_deals_seats_turn_around_the_winner() {
    let folder = Folder::new();
    let mut ledger = game(&folder.file("a"), "kichijoji", &["Aki", "Ben", "Chie"]);
    // With a pulled tile it is no dear カラス that would end the game.
    let cheap = hand("234p567p345s66s78s+6s g:9m");
    enter(&mut ledger, &win(2, Some(0), cheap.clone()));
    let standing = ledger.running().expect("a game");
    assert_eq!(standing.seating(), [2, 0, 1]);
    // No honba in this house.
    assert_eq!(standing.turn.honba, 0);
    // The same hand by the dealer is worth one point more.
    let points = standing.points.clone();
    enter(&mut ledger, &win(2, Some(0), cheap));
    let again = &ledger.running().expect("a game").points;
    assert_eq!((points[2] - 50) + 1, again[2] - points[2]);
    assert_eq!(ledger.running().expect("a game").turn.streak, 2);
}

#[test]
fn two_win_on_one_discard() {
    let folder = Folder::new();
    let players = ["Aki", "Ben", "Chie", "Dan"];
    let mut ledger = game(&folder.file("a"), "redblue", &players);
    enter(&mut ledger, &draw(vec![0], vec![0]));
    let before = ledger.running().expect("a game").points.clone();
    let typed = hand("123m456m789m22p23s+1s");
    let winner = |player| Winner {
        player,
        hand: typed.clone(),
        receipt: None,
    };
    // Named out of turn; Dan is nearer to Chie, the discarder.
    let entry = Entry::Win {
        from: Some(2),
        wins: vec![winner(1), winner(3)],
        riichi: vec![],
    };
    enter(&mut ledger, &entry);
    let standing = ledger.running().expect("a game");
    let gained = |player: usize| standing.points[player] - before[player];
    // Honba 300 and the stick go to the first in turn only.
    assert_eq!(gained(3), gained(1) + 300 + 1_000);
    assert_eq!(gained(2), -(gained(1) + gained(1) + 300));
    let nobody = Entry::Win {
        from: Some(1),
        wins: vec![winner(1)],
        riichi: vec![],
    };
    assert!(ledger.enter(&nobody, After::default()).is_err());
}

#[test]
fn a_bust_pays_who_did_it_ends_the_game_and_is_undone_with_its_hand() {
    let folder = Folder::new();
    let mut ledger = game(&folder.file("a"), "kichijoji", &["Aki", "Ben", "Chie"]);
    let dear = hand("234p067p340s66s78s+6s");
    enter(&mut ledger, &win(1, Some(0), dear.clone()));
    let alive = ledger.running().expect("a game").points.clone();
    assert!(alive[0] >= 0, "{alive:?}");
    let events = ledger.records().len();
    enter(&mut ledger, &win(1, Some(0), dear));
    let standing = ledger.running().expect("a game");
    assert_eq!(standing.busted, [0]);
    // とび賞 10 from Aki to Ben beside the hand itself.
    assert_eq!(ledger.records().len(), events + 2);
    assert_eq!(ledger.records()[events + 1].event.deltas(), [-10, 10, 0]);
    let over = ledger
        .enter(&draw(vec![], vec![]), After::default())
        .map(|_| ());
    assert_eq!(over, Err(Refusal::GameOver.into()));
    let voids = ledger.undo().expect("undone").len();
    assert_eq!(voids, 2);
    let standing = ledger.running().expect("a game");
    assert_eq!((&standing.points, standing.busted.len()), (&alive, 0));
}

#[test]
fn the_final_account_has_return_points_oka_yakitori_and_chips() {
    let folder = Folder::new();
    let mut ledger = game(&folder.file("a"), "kichijoji", &["Aki", "Ben", "Chie"]);
    let fix = Entry::Adjust {
        reason: "as counted".to_owned(),
        points: vec![(0, 20), (1, -5), (2, -15)],
        chips: vec![(0, 2), (1, -2)],
        table: None,
    };
    enter(&mut ledger, &fix);
    enter(&mut ledger, &Entry::End);
    let over = ledger.state().games.last().expect("a game");
    let end = over.end.as_ref().expect("an account");
    // Nobody won a hand: 焼き鳥 has nobody to be paid to.
    assert_eq!(
        (&end.points[..], &end.yakitori[..]),
        (&[70, 45, 35][..], &[0, 0, 0][..])
    );
    // 70 − 60 + オカ 30 + 2 chips at 5; 45 − 60 − 10; 35 − 60.
    assert_eq!(end.result, [50, -25, -25]);
    assert_eq!(end.order, [0, 1, 2]);
    assert_eq!(ledger.running().err(), Some(Refusal::GameOver));
    let vip = rules::preset("vip").expect("a preset");
    ledger
        .start(&vip, &["Aki", "Dan", "Eri"], None, None)
        .expect("the next game");
    assert_eq!(ledger.state().games.len(), 2);
}

#[test]
fn the_final_account_makes_no_points_whoever_plays_from_whatever_points() {
    let folder = Folder::new();
    let four = ["Aki", "Ben", "Chie", "Dan"];
    let mut number = 0;
    for id in rules::PRESETS {
        let house = rules::preset(id).expect("a preset");
        let table = house.players();
        for (count, start) in [
            (table, None),
            (table, Some(500)),
            (table, Some(90_000)),
            (table + 1, None),
        ] {
            let Some(players) = four.get(..count) else {
                continue;
            };
            number += 1;
            let mut ledger = Ledger::create(&folder.file(&format!("{number}"))).expect("made");
            let rests = (count > table).then_some(table);
            ledger.start(&house, players, rests, start).expect("begun");
            enter(&mut ledger, &win(1, Some(0), hand(HAND)));
            enter(&mut ledger, &Entry::End);
            let end = ledger.state().games[0].end.clone().expect("an account");
            let chips: i32 = ledger.state().games[0].chips.iter().sum();
            assert_eq!(chips, 0);
            assert_eq!(
                end.result.iter().sum::<i32>(),
                0,
                "{id} {count} {start:?} {end:?}"
            );
        }
    }
    // 50 to begin with, 60 to return: オカ is 10 from each of four.
    let kichijoji = rules::preset("kichijoji").expect("a preset");
    let mut ledger = Ledger::create(&folder.file("four")).expect("made");
    ledger
        .start(&kichijoji, &four, Some(3), None)
        .expect("begun");
    enter(&mut ledger, &Entry::End);
    let end = ledger.state().games[0].end.clone().expect("an account");
    assert_eq!(end.result, [30, -10, -10, -10]);
}

#[test]
fn a_fourth_sits_out_and_is_paid_nothing() {
    let folder = Folder::new();
    let mut ledger = Ledger::create(&folder.file("a")).expect("made");
    let vip = rules::preset("vip").expect("a preset");
    let players = ["Aki", "Ben", "Chie", "Dan"];
    // These rules leave it to the players who sits out.
    let kichijoji = rules::preset("kichijoji").expect("a preset");
    assert!(ledger.start(&kichijoji, &players, None, None).is_err());
    assert!(ledger.start(&vip, &players, Some(0), None).is_err());
    ledger.start(&vip, &players, None, None).expect("begun");
    assert_eq!(ledger.running().expect("a game").turn.sits_out, Some(3));
    let before = ledger.running().expect("a game").points.clone();
    let resting = ledger.enter(&win(3, None, hand(HAND)), After::default());
    assert_eq!(
        resting.map(|_| ()),
        Err(Refusal::SitsOut("Dan".to_owned()).into())
    );
    // Ben wins on Chie's discard; by the rules she sits out the next hand.
    enter(&mut ledger, &win(1, Some(2), hand(HAND)));
    let standing = ledger.running().expect("a game");
    assert_eq!(standing.points[3], before[3]);
    assert_eq!(standing.seating(), [1, 3, 0]);
    // Ben draws the winning tile: the player after him, Dan, leaves …
    enter(&mut ledger, &win(1, None, hand(HAND)));
    let standing = ledger.running().expect("a game");
    assert_eq!(standing.seating(), [1, 2, 0]);
    // … and nobody does after a drawn hand, unless a person says so.
    enter(&mut ledger, &draw(vec![], vec![]));
    assert_eq!(ledger.running().expect("a game").turn.sits_out, Some(3));
    let said = After {
        sits_out: Some(0),
        ..After::default()
    };
    ledger.enter(&draw(vec![], vec![]), said).expect("drawn");
    assert_eq!(ledger.running().expect("a game").turn.sits_out, Some(0));
    enter(&mut ledger, &Entry::End);
    let end = ledger.state().games[0].end.clone().expect("an account");
    assert_eq!((end.order.len(), end.order[0]), (4, 1));
}

#[test]
fn nobody_deals_a_hand_that_he_sits_out() {
    let folder = Folder::new();
    let mut ledger = Ledger::create(&folder.file("a")).expect("made");
    let vip = rules::preset("vip").expect("a preset");
    let rotation = vip.with_text("sit_out", "rotation").expect("an option");
    let players = ["Aki", "Ben", "Chie", "Dan"];
    ledger
        .start(&rotation, &players, None, None)
        .expect("begun");
    // Aki wins and would deal on, but it is her turn to rest: Ben deals, and
    // there is no honba for a dealer who has not won.
    enter(&mut ledger, &win(0, Some(1), hand(HAND)));
    let turn = &ledger.running().expect("a game").turn;
    assert_eq!((turn.sits_out, turn.dealer), (Some(0), 1));
    assert_eq!((turn.honba, turn.streak), (0, 0));
}

#[test]
fn everybody_begins_with_what_the_rules_say() {
    let folder = Folder::new();
    for (id, points) in [
        ("kichijoji", 50),
        ("sakae_free", 35_000),
        ("riichi3", 35_000),
        // These give no points to begin with.
        ("vip", 0),
        ("sakae", 0),
    ] {
        let mut ledger = game(&folder.file(id), id, &["Aki", "Ben", "Chie"]);
        assert_eq!(
            ledger.running().expect("a game").points,
            [points; 3],
            "{id}"
        );
        let told = Entry::Adjust {
            reason: "x".to_owned(),
            points: vec![(0, -7), (1, 7)],
            chips: vec![],
            table: None,
        };
        enter(&mut ledger, &told);
        enter(&mut ledger, &Entry::End);
        let end = ledger.state().games[0].end.clone().expect("an account");
        if points == 0 {
            assert_eq!(end.result, [-7, 7, 0], "{id}: what was won is the result");
        }
    }
}

#[test]
fn sticks_that_nobody_won_are_named_at_the_end() {
    let folder = Folder::new();
    let players = ["Aki", "Ben", "Chie", "Dan"];
    let mut ledger = game(&folder.file("a"), "riichi4", &players);
    enter(&mut ledger, &draw(vec![0, 1], vec![0, 1]));
    enter(&mut ledger, &Entry::End);
    let end = ledger.state().games[0].end.clone().expect("an account");
    assert_eq!(end.unaccounted, 2_000);
}

#[test]
fn points_on_the_table_go_to_the_next_winner() {
    let folder = Folder::new();
    let mut ledger = game(&folder.file("a"), "vip", &["Aki", "Ben", "Chie"]);
    let wrong_pon = Entry::Penalty {
        player: 0,
        kind: "wrong_pon".to_owned(),
    };
    enter(&mut ledger, &wrong_pon);
    let standing = ledger.running().expect("a game");
    let start = standing.start;
    assert_eq!((standing.points[0], standing.turn.pot), (start - 1, 1));
    enter(&mut ledger, &win(1, Some(2), hand(HAND)));
    let standing = ledger.running().expect("a game");
    assert_eq!(standing.points[1] - start, start - standing.points[2] + 1);
    assert_eq!(standing.turn.pot, 0);
}

#[test]
fn an_adjustment_needs_a_reason_and_makes_nothing() {
    let folder = Folder::new();
    let mut ledger = game(&folder.file("a"), "vip", &["Aki", "Ben", "Chie"]);
    let adjust = |reason: &str, points: &[(usize, i32)]| Entry::Adjust {
        reason: reason.to_owned(),
        points: points.to_vec(),
        chips: vec![],
        table: None,
    };
    let mut refused = |entry: &Entry| ledger.enter(entry, After::default()).map(|_| ());
    let pair = [(0, 5), (1, -5)];
    assert_eq!(refused(&adjust(" ", &pair)), Err(Refusal::NoReason.into()));
    assert_eq!(
        refused(&adjust("x", &[(0, 5)])),
        Err(Refusal::Unbalanced(5).into())
    );
    let large = [(0, i32::MAX), (1, -i32::MAX)];
    assert_eq!(refused(&adjust("x", &large)), Err(Refusal::TooLarge.into()));
    assert_eq!(refused(&adjust("x", &pair)), Ok(()));
}

#[test]
fn a_void_cannot_be_voided_and_nothing_twice() {
    use karasu::ledger::Event;
    use karasu::ledger::event::Void;

    let folder = Folder::new();
    let mut ledger = game(&folder.file("a"), "vip", &["Aki", "Ben", "Chie"]);
    enter(&mut ledger, &win(1, Some(2), hand(HAND)));
    let mut void = |of| ledger.append(vec![Event::Void(Void { of })]).map(|_| ());
    assert_eq!(void(1), Err(Refusal::NotLast(2).into()));
    assert_eq!(void(2), Ok(()));
    assert_eq!(void(2), Err(Refusal::NotLast(1).into()));
    assert_eq!(void(3), Err(Refusal::NotLast(1).into()));
    assert_eq!(void(1), Ok(()));
    assert_eq!(void(1), Err(Refusal::NothingToUndo.into()));
}

#[test]
fn every_penalty_of_the_house_rules_has_a_name_in_both_languages() {
    use karasu::lang::Lang;
    use karasu::ledger::words::penalty_name;
    for id in rules::PRESETS {
        for (kind, _) in rules::preset(id).expect("a preset").penalties {
            let name = penalty_name(&kind, Lang::Ja);
            assert!(!name.is_ascii(), "{id}: {kind}: {name}");
            assert!(!penalty_name(&kind, Lang::En).contains('_'), "{id}: {kind}");
        }
    }
    assert_eq!(penalty_name("our_own", Lang::Ja), "our_own");
}
