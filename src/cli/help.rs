//! The help in Japanese. The English text is the doc comment of each argument;
//! a test holds the two to the same arguments.

use clap::{Arg, ArgAction, Command};

const DATASET: &str = "フォルダ (COCO か YOLO)、または COCO か Label Studio の JSON";
const FILE: &str = "帳簿のファイル (指定がなければデータのフォルダのもの)";

/// Text of commands (`rules`, `rules show` …) and of arguments (`score --dora`
/// under its id: `score dora`).
const TEXTS: &[(&str, &str)] = &[
    ("karasu", "和了の写真から点数と支払いまで (東天紅など)"),
    (
        "karasu lang",
        "名前と文章の言語 (指定がなければロケール、わからなければ ja)",
    ),
    ("karasu open", "この写真を窓で開く"),
    (
        "karasu camera",
        "このカメラで始める: 番号 (`karasu cameras`)、電話のアドレス、または写真を流すフォルダ",
    ),
    (
        "score",
        "手牌の文字列、写真、またはケースのファイルを採点する",
    ),
    (
        "score hand",
        "手牌 (例 '123m406p789s1122z+2z g:9m d:3p')、または写真",
    ),
    (
        "score cases",
        "JSONL のファイル (- は標準入力) のケースを採点する",
    ),
    (
        "score rules",
        "ルール: id か TOML のファイル (--cases ではケースの rules より優先)",
    ),
    ("score compare", "いくつかのルールで採点して並べる"),
    ("score explain", "点数えあげ: 途中の点、符、ほかの読み"),
    ("score json", "JSON で出す (--cases は常に JSON)"),
    (
        "score receipt",
        "この手の控えをこのファイルに書く (karasu verify で確かめられる)",
    ),
    ("score players", "控えに書く名前。東家から席の順に"),
    ("score correct", "読み違えた写真の、正しい手牌"),
    ("score tsumo", "ツモ和了 (指定がなければこれ)"),
    ("score ron_from", "この席からのロン: E, S, W, N"),
    (
        "score ron_on",
        "ロンした牌: discard (河)、pulled_gari (抜かれた牌)、ankan (暗槓)",
    ),
    ("score seat", "和了者の自風 (E が親)"),
    ("score round", "場風"),
    ("score riichi", "リーチ"),
    ("score double_riichi", "ダブルリーチ"),
    (
        "score open_riichi",
        "オープンリーチ (--riichi か --double-riichi と。単独なら --riichi の意味も)",
    ),
    ("score discarder_riichi", "放銃者もリーチしている"),
    ("score ippatsu", "一発"),
    ("score rinshan", "嶺上開花"),
    ("score chankan", "槍槓"),
    ("score last_tile", "最後の牌 (ツモなら海底、ロンなら河底)"),
    ("score first_turn", "第一巡の和了 (天和、地和、人和)"),
    ("score furiten", "和了者はフリテン"),
    ("score tanki_open", "和了の前に最後の牌を見せた (ぽんと。)"),
    ("score consecutive_wins", "親の連続和了の数 (今回を含む)"),
    ("score call_order_unknown", "面子は鳴いた順に並んでいない"),
    ("score honba", "本場"),
    ("score sticks", "供託のリーチ棒"),
    ("score dora", "ドラ表示牌、例えば 3p1z (手牌の d: でもよい)"),
    ("score ura", "裏ドラ表示牌 (u: でもよい)"),
    (
        "score arisu",
        "アリスでめくった牌、めくった順 (a: でもよい)",
    ),
    ("score gari", "抜いた牌と花牌 (g: でもよい)"),
    ("score set", "取り決めを変える、例えば red_five_value=stack"),
    (
        "score tiles",
        "使う牌セット: 名前、auto (合うものがあれば)、none",
    ),
    ("score model", "組み込みの代わりに使うモデルのフォルダ"),
    (
        "score threads",
        "認識に使うスレッドの数 (指定がなければコアの数)",
    ),
    ("rules", "ルールの一覧、表示、検査、比較"),
    ("rules json", "JSON で出す"),
    (
        "rules list",
        "組み込みのルールを並べる (指定がなければこれ)",
    ),
    ("rules show", "ルールを読みやすい表にする"),
    ("rules show rules", "id か TOML のファイル"),
    (
        "rules check",
        "ルールのファイルの誤りを、行と使える値とともにすべて挙げる",
    ),
    ("rules check files", "TOML のファイル"),
    ("rules diff", "二つのルールの違いを示す"),
    ("rules diff left", "id か TOML のファイル"),
    ("rules diff right", "id か TOML のファイル"),
    ("verify", "控えを計算し直し、違う行をすべて挙げる"),
    ("verify receipt", "控えのファイル (score --receipt)"),
    ("verify json", "JSON を一行 (karasu.verify/1)"),
    (
        "verify photo",
        "この写真と控えのハッシュを比べ、今のモデルで読み直して違う牌を挙げる",
    ),
    (
        "verify html",
        "印刷できる一枚の控えを HTML で書く (A4、ネットワーク不要。写真は --photo があれば入る)",
    ),
    ("verify png", "同じ一枚を PNG で書く"),
    (
        "verify compare",
        "紙の上で比べるルール: id か TOML のファイル",
    ),
    (
        "verify tiles",
        "使う牌セット: 名前、auto (合うものがあれば)、none",
    ),
    ("verify model", "組み込みの代わりに使うモデルのフォルダ"),
    (
        "verify threads",
        "認識に使うスレッドの数 (指定がなければコアの数)",
    ),
    (
        "ledger",
        "対局の帳簿: 局、支払い、合計 (指定がなければ show)",
    ),
    ("ledger json", "JSON で出す"),
    ("ledger new", "対局を始める。帳簿がなければ作る"),
    ("ledger new file", FILE),
    ("ledger new rules", "ルール: id か TOML のファイル"),
    ("ledger new players", "席の順の名前。最初の人が親"),
    (
        "ledger new start",
        "持ち点 (指定がなければルールのとおり、ルールになければ 0)",
    ),
    (
        "ledger new sits_out",
        "卓より一人多いとき、最初の抜け番 (なければ四人目。取り決め sit_out のあるルールで)",
    ),
    (
        "ledger new set",
        "取り決めを変える、例えば red_five_value=stack",
    ),
    ("ledger show", "記録、合計、親、本場、供託、順位"),
    ("ledger show file", FILE),
    ("ledger show game", "何番目の対局か (指定がなければ最後)"),
    ("ledger show last", "最後の N 件だけ"),
    ("ledger add", "和了、流局、罰則、訂正、終局を書く"),
    (
        "ledger add words",
        "帳簿のファイル (指定がなければデータのフォルダのもの)、続けて和了した手牌",
    ),
    ("ledger add winner", "和了者 (または --seat)"),
    (
        "ledger add from",
        "放銃者 (または --ron-from)。どちらもなければツモ",
    ),
    (
        "ledger add also",
        "同じ牌でのもう一人の和了: '手牌 --winner 名前 --riichi …' (空白のある名前は \" で囲む: --winner \"Aki K\")",
    ),
    (
        "ledger add case",
        "和了をケースの JSON で (cases/README.md)。人数分書ける",
    ),
    (
        "ledger add receipt",
        "この和了の控えを局とともに残す (手牌は書かなくてよい)",
    ),
    (
        "ledger add declared",
        "この局でリーチ棒を出した人。リーチした和了者は書かなくても数える",
    ),
    ("ledger add draw", "流局"),
    ("ledger add abort", "途中流局: 支払いなし"),
    ("ledger add nagashi", "この人の流し満貫"),
    ("ledger add nagashi_tanyao", "この人の流しタンヤオ"),
    ("ledger add tenpai", "流局でテンパイの人"),
    ("ledger add chombo", "この人の罰則"),
    ("ledger add kind", "ルールでの罰則の名前"),
    (
        "ledger add adjust",
        "点の訂正、例えば A=+10,B=-10 (--honba などと書けば卓の訂正)",
    ),
    ("ledger add chips", "チップの訂正 (--adjust と)"),
    ("ledger add reason", "訂正の理由"),
    ("ledger add end", "終局: 精算"),
    ("ledger add next_dealer", "次の親 (ルールで決まらないとき)"),
    (
        "ledger add sits_out",
        "次の抜け番 (なければルールの取り決め sit_out のとおり)",
    ),
    ("ledger undo", "最後の記録を取り消す"),
    ("ledger undo file", FILE),
    ("ledger export", "帳簿の全体を書き出す"),
    ("ledger export file", FILE),
    ("ledger export format", "json か csv"),
    (
        "ledger export out",
        "書き込むファイル (指定がなければ標準出力)",
    ),
    ("ledger import", "書き出したものから帳簿を作る"),
    (
        "ledger import source",
        "export のファイル、または標準入力の -",
    ),
    (
        "ledger import file",
        "作る帳簿 (指定がなければデータのフォルダのもの)",
    ),
    (
        "ledger check",
        "何も変えられていないことを確かめる: ハッシュ、記録、合計",
    ),
    ("ledger check file", FILE),
    ("ledger stats", "それぞれの成績"),
    ("ledger stats file", FILE),
    ("read", "写真の牌を読む"),
    ("read photos", "写真 (JPEG, PNG, WebP)"),
    ("read json", "写真ごとに JSON を一行 (karasu.read/1)"),
    (
        "read annotate",
        "枠と名前を書き入れた写真もこのフォルダに作る",
    ),
    ("read rules", "このルールの山で読む (id か TOML のファイル)"),
    ("read plain", "牌を一枚ずつ名づける (手牌全体では考えない)"),
    (
        "read tiles",
        "使う牌セット: 名前、auto (合うものがあれば)、none",
    ),
    ("read model", "組み込みの代わりに使うモデルのフォルダ"),
    (
        "read threads",
        "認識に使うスレッドの数 (指定がなければコアの数)",
    ),
    ("cameras", "カメラとその形式を並べる"),
    ("cameras json", "カメラごとに JSON を一つ"),
    ("batch", "たくさんの写真を読み取り、採点し、ファイルに書く"),
    (
        "batch photos",
        "写真、フォルダ (中のフォルダも)、'*.jpg' のような形、@ファイル名 (一行に一枚)",
    ),
    ("batch rules", "ルール: id か TOML のファイル"),
    ("batch out", "書き込むファイル: .jsonl か .csv"),
    ("batch jobs", "同時に読む枚数 (指定がなければコアの数)"),
    ("batch resume", "途中で止まったファイルの続きから"),
    (
        "batch report",
        "要確認の写真のページと、正しい手牌を書き込むファイルをこのフォルダに作る (書き込んだ手牌は次の実行で使う)",
    ),
    (
        "batch situations",
        "写真ごとのあがり方の CSV (image の列と、ケースの項目の列)",
    ),
    ("batch set", "取り決めを変える、例えば red_five_value=stack"),
    (
        "batch tiles",
        "使う牌セット: 名前、auto (写真ごとに合うものがあれば)、none",
    ),
    ("batch model", "組み込みの代わりに使うモデルのフォルダ"),
    (
        "batch threads",
        "認識に使うスレッドの数 (指定がなければコアの数)",
    ),
    (
        "dataset",
        "ラベル付きの写真: 描く・確かめる・分ける・書き出す",
    ),
    (
        "dataset render",
        "ラベル付きの場面、または分類用の切り抜きを描く",
    ),
    ("dataset render out", "書き込むフォルダ (なければ作る)"),
    ("dataset render seed", "種: 同じ種からは同じ画像ができる"),
    ("dataset render count", "場面の数"),
    (
        "dataset render crops",
        "場面の代わりに、分類用の切り抜きの数",
    ),
    ("dataset render size", "画像の大きさ"),
    (
        "dataset render art",
        "図柄のフォルダ: 図柄ごとのフォルダに 5m.png など",
    ),
    ("dataset render hold_out", "この図柄は使わない (何度でも)"),
    (
        "dataset render only",
        "すべての牌セットにこの図柄だけを使う",
    ),
    (
        "dataset render art_share",
        "図柄を使う牌セットの割合 (0 から 1)",
    ),
    ("dataset render fonts", "ほかの書体のフォルダ (何度でも)"),
    ("dataset render system_fonts", "システムの自由な書体も使う"),
    (
        "dataset render surfaces",
        "卓面に使う、牌の写っていない画像のフォルダ",
    ),
    (
        "dataset render jobs",
        "スレッドの数 (指定がなければコアの数)。結果は変わらない",
    ),
    (
        "dataset render sheet",
        "見本の一覧も作る: 場面とラベル、牌の顔",
    ),
    ("dataset check", "ラベルの誤りを探す"),
    ("dataset check dataset", DATASET),
    ("dataset check json", "JSON"),
    ("dataset split", "写真を学習用と評価用に分ける"),
    ("dataset split dataset", DATASET),
    ("dataset split out", "train と held を書き込むフォルダ"),
    ("dataset split share", "評価に残す割合"),
    ("dataset split seed", "選び方の種"),
    (
        "dataset split by_photo",
        "同じ牌の写真も分ける (その数字は証拠になりません)",
    ),
    ("dataset stats", "写真・牌・種類を数える"),
    ("dataset stats dataset", DATASET),
    ("dataset stats json", "JSON"),
    (
        "dataset export",
        "ラベルを COCO・YOLO・Label Studio の形で書き出す",
    ),
    ("dataset export dataset", DATASET),
    ("dataset export out", "書き込むフォルダ"),
    ("dataset export format", "形式"),
    ("dataset demo", "手牌の文字列から整った画像を一枚描く"),
    (
        "dataset demo tiles",
        "手牌、例えば '123m406p789s11z (555z)+1z g:1m9m d:3p'",
    ),
    (
        "dataset demo rows",
        "手牌ではなく、牌セットの行 (例えば '123456789m 1234567z')",
    ),
    ("dataset demo out", "書き込む JPEG のファイル"),
    ("dataset demo size", "画像の大きさ"),
    ("dataset demo seed", "小さなずれの種"),
    ("model", "認識モデルを調べる、測る"),
    ("model info", "使われるモデルとエンジン"),
    ("model info json", "JSON を一行"),
    ("model info model", "組み込みの代わりに使うモデルのフォルダ"),
    (
        "model info threads",
        "認識に使うスレッドの数 (指定がなければコアの数)",
    ),
    ("model check", "ONNX のファイルを起動時と同じように検査する"),
    ("model check file", "ファイル"),
    ("model check json", "JSON を一行"),
    ("model eval", "ラベル付きの写真 (COCO) で読み取りを測る"),
    (
        "model eval dataset",
        "annotations.coco.json と images/ のあるフォルダ",
    ),
    ("model eval csv", "写真ごとに一行を書く"),
    ("model eval every", "N 枚ごとに一枚だけ"),
    (
        "model eval enrol",
        "分類ごとに K 枚をいくつかの写真から覚え、残りの写真で前後を比べる",
    ),
    ("model eval seed", "覚える写真の選び方の種"),
    (
        "model eval plain",
        "牌を一枚ずつ名づける (手牌全体では考えない)",
    ),
    ("model eval json", "JSON を一行"),
    ("model eval model", "組み込みの代わりに使うモデルのフォルダ"),
    (
        "model eval threads",
        "認識に使うスレッドの数 (指定がなければコアの数)",
    ),
    ("set", "牌セットを覚える、並べる、見る、忘れる"),
    ("set json", "JSON を一行"),
    ("set learn", "牌を行に並べた写真から牌セットを覚える"),
    ("set learn name", "牌セットの名前"),
    (
        "set learn photos",
        "写真: 1–9萬、1–9筒、1–9索、字牌、赤、花を一行ずつ。行の順と足りない牌は自由",
    ),
    (
        "set learn order",
        "行ごとの中身、例えば '123456789m 1234567z0m0p0s' (覚えない行は -)",
    ),
    ("set learn dry_run", "見えたものを示すだけで、何も覚えない"),
    ("set learn model", "組み込みの代わりに使うモデルのフォルダ"),
    (
        "set learn threads",
        "認識に使うスレッドの数 (指定がなければコアの数)",
    ),
    ("set list", "牌セットを並べる (指定がなければこれ)"),
    ("set show", "一つの牌セットが覚えている牌"),
    ("set show name", "牌セットの名前"),
    ("set forget", "牌セットを、残した切り抜きごと消す"),
    ("set forget name", "牌セットの名前"),
    #[cfg(feature = "pages")]
    ("pages", "マニュアルとシェルの補完を書き出す (配布用)"),
    #[cfg(feature = "pages")]
    ("pages out", "書き込むフォルダ (なければ作る)"),
];

fn text(key: &str) -> Option<&'static str> {
    // The flags about a win mean the same in both commands.
    own_text(key).or_else(|| own_text(&key.replace("ledger add ", "score ")))
}

fn own_text(key: &str) -> Option<&'static str> {
    let found = TEXTS.iter().find(|(known, _)| *known == key);
    found.map(|(_, text)| *text)
}

/// The command line with its help in Japanese.
pub(super) fn in_japanese(command: Command) -> Command {
    let version = Arg::new("version")
        .short('V')
        .long("version")
        .action(ArgAction::Version)
        .help("版を表示する")
        .help_heading("指定");
    translated(command, "karasu")
        .disable_version_flag(true)
        .arg(version)
}

/// `key` names the command in [`TEXTS`].
fn translated(mut command: Command, key: &str) -> Command {
    if let Some(about) = text(key) {
        command = command.about(about).long_about(None);
    }
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .action(ArgAction::Help)
        .help("説明を表示する")
        .help_heading("指定");
    let inside = if key == "karasu" {
        String::new()
    } else {
        format!("{key} ")
    };
    command
        .help_template("{about-with-newline}\n使い方: {usage}\n\n{all-args}")
        .subcommand_help_heading("命令")
        .disable_help_flag(true)
        .mut_args(|arg| {
            let heading = if arg.is_positional() {
                "引数"
            } else {
                "指定"
            };
            let words = text(&format!("{key} {}", arg.get_id()));
            let arg = arg.help_heading(heading);
            match words {
                Some(words) => arg.help(words).long_help(None),
                None => arg,
            }
        })
        .mut_subcommands(|command| {
            let key = format!("{inside}{}", command.get_name());
            translated(command, &key)
        })
        .arg(help)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    /// Every command and visible argument by its key.
    fn keys(command: &Command, key: &str, found: &mut Vec<String>) {
        found.push(key.to_owned());
        let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
        found.extend(shown.map(|arg| format!("{key} {}", arg.get_id())));
        let inside = if key == "karasu" {
            String::new()
        } else {
            format!("{key} ")
        };
        for inner in command.get_subcommands() {
            keys(inner, &format!("{inside}{}", inner.get_name()), found);
        }
    }

    #[test]
    fn every_argument_is_explained_in_japanese() {
        let mut found = Vec::new();
        keys(&super::super::Cli::command(), "karasu", &mut found);
        for key in &found {
            assert!(text(key).is_some(), "{key} has no Japanese help");
        }
        // With every feature on, nothing is explained that is not there.
        #[cfg(all(feature = "app", feature = "camera", feature = "ledger"))]
        assert_eq!(
            found.iter().filter(|key| own_text(key).is_some()).count(),
            TEXTS.len()
        );
    }

    #[test]
    fn the_japanese_help_has_no_english_lines() {
        let mut command = in_japanese(super::super::Cli::command());
        command.build();
        // clap's own `help` command says what it always says.
        let own = |inner: &&mut Command| inner.get_name() != "help";
        for inner in command.get_subcommands_mut().filter(own) {
            let help = inner.render_help().to_string();
            // The line of clap's own `help` command is the one that stays.
            let help = help.replace("Print this message", "");
            for word in ["Usage:", "Options:", "Arguments:", "Commands:", "Print "] {
                assert!(!help.contains(word), "{word} in {help}");
            }
        }
    }
}
