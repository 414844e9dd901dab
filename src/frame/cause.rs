//! Why a phone sends no pictures.

use std::io::ErrorKind;

use crate::lang::Lang;

/// What stands between an address and its pictures.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Cause {
    /// What was typed is no address.
    #[error("expected an address such as 192.168.0.5:8080")]
    NoAddress,
    /// It is one of something else than plain HTTP.
    #[error("{0}: only http:// is known")]
    NotHttp(String),
    /// Nothing listens there.
    #[error("connection refused")]
    Refused,
    /// No machine has that name.
    #[error("there is no machine of that name")]
    NoSuchName,
    /// It takes too long.
    #[error("no answer")]
    NoAnswer,
    /// There is no way to that machine.
    #[error("it cannot be reached")]
    NoWay,
    /// The answer is an HTTP status that is none of success.
    #[error("HTTP status {0}")]
    Status(u16),
    /// What comes is of another type, or does not keep to it.
    #[error("{0:?} is no stream of pictures")]
    NoPictures(String),
    /// A picture is larger than any camera's.
    #[error("a picture is too large")]
    TooLarge,
    /// The stream is over.
    #[error("the stream has ended")]
    Ended,
    /// Anything else, in the network's words.
    #[error("{0}")]
    Other(String),
}

impl Cause {
    /// The same for a person.
    pub fn message(&self, lang: Lang) -> String {
        let (ja, en) = match self {
            Cause::NoAddress => (
                "192.168.0.5:8080 のように入れます",
                "enter one such as 192.168.0.5:8080",
            ),
            Cause::NotHttp(_) => ("http:// だけ使えます", "only http:// can be used"),
            Cause::Refused => ("そこでは何も動いていません", "nothing runs there"),
            Cause::NoSuchName => (
                "その名前の機械がありません",
                "there is no machine of that name",
            ),
            Cause::NoAnswer => ("返事がありません", "no answer"),
            Cause::NoWay => ("そこへ届きません", "it cannot be reached"),
            Cause::Status(404) => ("そのページはありません", "there is no such page"),
            Cause::Status(401 | 403) => (
                "アプリがパスワードを求めています。アプリの設定で外してください",
                "the app asks for a password: turn that off in the app",
            ),
            Cause::Status(status) => {
                return match lang {
                    Lang::Ja => format!("アプリが断りました: HTTP {status}"),
                    Lang::En => format!("the app refuses: HTTP {status}"),
                };
            }
            Cause::NoPictures(_) => ("写真ではないものが来ます", "what comes is no picture"),
            Cause::TooLarge => (
                "画像が大きすぎます。アプリの解像度を下げてください",
                "the pictures are too large: choose a lower resolution in the app",
            ),
            Cause::Ended => ("途中で切れました", "the stream has ended"),
            Cause::Other(words) => return words.clone(),
        };
        lang.pick(ja, en).to_owned()
    }
}

impl From<std::io::Error> for Cause {
    fn from(error: std::io::Error) -> Cause {
        match error.kind() {
            ErrorKind::ConnectionRefused => Cause::Refused,
            ErrorKind::TimedOut | ErrorKind::WouldBlock => Cause::NoAnswer,
            ErrorKind::HostUnreachable | ErrorKind::NetworkUnreachable => Cause::NoWay,
            ErrorKind::UnexpectedEof
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe => Cause::Ended,
            _ => Cause::Other(error.to_string()),
        }
    }
}

#[cfg(feature = "camera")]
impl From<ureq::Error> for Cause {
    fn from(error: ureq::Error) -> Cause {
        match error {
            ureq::Error::Io(error) => error.into(),
            ureq::Error::Timeout(_) => Cause::NoAnswer,
            ureq::Error::HostNotFound => Cause::NoSuchName,
            ureq::Error::ConnectionFailed => Cause::NoWay,
            ureq::Error::StatusCode(status) => Cause::Status(status),
            ureq::Error::BadUri(_) => Cause::NoAddress,
            other => Cause::Other(other.to_string()),
        }
    }
}
