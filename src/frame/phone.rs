//! A phone as a camera: the MJPEG stream that IP-webcam apps serve on the local
//! network. The only network code of the program; it runs only for an address
//! that a person has entered, over plain HTTP, and follows no redirect.

use std::io::{BufRead, BufReader, Read};
use std::time::Duration;

use super::Frame;
use super::source::{FrameSource, SourceError};
use crate::lang::Lang;

/// How long to wait for the phone to answer.
const PATIENCE: Duration = Duration::from_secs(5);
/// Pause between two pictures of an address that gives one at a time.
const STILL_PAUSE: Duration = Duration::from_millis(150);
/// Largest picture in bytes: a 12-megapixel JPEG of best quality.
const MAX_PART: usize = 16 << 20;
/// Longest header line and most header lines of a part.
const MAX_LINE: u64 = 1024;
const MAX_LINES: usize = 32;
/// Where the widespread apps serve their stream.
const USUAL_PATH: &str = "/video";

/// The address that is meant by what a person typed: `192.168.0.5:8080` is
/// `http://192.168.0.5:8080/video`.
///
/// # Errors
/// [`SourceError::Unreachable`] for anything but an HTTP address.
pub fn address(typed: &str) -> Result<String, SourceError> {
    let typed = typed.trim();
    let fault = |cause: &str| SourceError::Unreachable {
        address: typed.to_owned(),
        cause: cause.to_owned(),
    };
    let rest = match typed.split_once("://") {
        Some(("http", rest)) => rest,
        Some((scheme, _)) => return Err(fault(&format!("{scheme}: {NOT_HTTP}"))),
        None => typed,
    };
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let usable = !host.is_empty()
        && host
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || ".-:[]@_".contains(c));
    if !usable || path.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(fault(NO_ADDRESS));
    }
    let path = if path.is_empty() { USUAL_PATH } else { path };
    Ok(format!("http://{host}{path}"))
}

/// Why there are no pictures, as a person says it: the network's words, in
/// Japanese and in English, by what they hold.
const CAUSES: [(&str, &str, &str); 9] = [
    (
        "Connection refused",
        "そこでは何も動いていません",
        "nothing runs there",
    ),
    (
        "lookup address",
        "その名前の機械がありません",
        "there is no machine of that name",
    ),
    ("timeout", "返事がありません", "no answer"),
    ("unreachable", "そこへ届きません", "it cannot be reached"),
    (
        "No route to host",
        "そこへ届きません",
        "it cannot be reached",
    ),
    (
        "http status",
        "そのページはありません",
        "there is no such page",
    ),
    (
        NO_PICTURES,
        "写真ではないものが来ます",
        "what comes is no picture",
    ),
    (
        NO_ADDRESS,
        "192.168.0.5:8080 のように入れます",
        "enter one such as 192.168.0.5:8080",
    ),
    (NOT_HTTP, "http:// だけ使えます", "only http:// can be used"),
];
const NO_PICTURES: &str = "is no stream of pictures";
const NO_ADDRESS: &str = "expected an address such as 192.168.0.5:8080";
const NOT_HTTP: &str = "only http:// is known";

/// What to tell a person of a cause; the network's own words where no better
/// ones are known.
pub(super) fn cause_words(cause: &str, lang: Lang) -> &str {
    let known = CAUSES.iter().find(|(words, ..)| cause.contains(words));
    known.map_or(cause, |(_, ja, en)| lang.pick(ja, en))
}

/// A phone's stream, or an address that gives one picture at a time.
pub struct Phone {
    address: String,
    agent: ureq::Agent,
    parts: Option<Parts<BufReader<Box<dyn Read + Send>>>>,
    /// The picture that came with the first answer of a one-at-a-time address.
    first: Option<Vec<u8>>,
}

impl Phone {
    /// Connects to an address as [`address`] understands it.
    ///
    /// # Errors
    /// [`SourceError::Unreachable`] with the network's words.
    pub fn open(typed: &str) -> Result<Phone, SourceError> {
        let config = ureq::Agent::config_builder()
            .max_redirects(0)
            .timeout_connect(Some(PATIENCE))
            .timeout_recv_response(Some(PATIENCE))
            .build();
        let mut phone = Phone {
            address: address(typed)?,
            agent: config.new_agent(),
            parts: None,
            first: None,
        };
        phone.connect()?;
        Ok(phone)
    }

    fn fault(&self, cause: impl std::fmt::Display) -> SourceError {
        SourceError::Unreachable {
            address: self.address.clone(),
            cause: cause.to_string(),
        }
    }

    fn connect(&mut self) -> Result<(), SourceError> {
        let answer = self
            .agent
            .get(&self.address)
            .call()
            .map_err(|error| self.fault(error))?;
        let kind = answer
            .headers()
            .get("content-type")
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
            .to_owned();
        let body: Box<dyn Read + Send> = Box::new(answer.into_body().into_reader());
        if kind.starts_with("multipart/") {
            self.parts = Some(Parts::new(BufReader::new(body)));
            return Ok(());
        }
        if !kind.starts_with("image/") {
            return Err(self.fault(format!("{kind:?} {NO_PICTURES}")));
        }
        let mut bytes = Vec::new();
        body.take(MAX_PART as u64 + 1)
            .read_to_end(&mut bytes)
            .map_err(|error| self.fault(error))?;
        self.first = Some(bytes);
        Ok(())
    }
}

impl FrameSource for Phone {
    fn next_frame(&mut self) -> Result<Frame, SourceError> {
        let bytes = match &mut self.parts {
            Some(parts) => parts.next().map_err(|error| self.fault(error))?,
            None => {
                if self.first.is_none() {
                    std::thread::sleep(STILL_PAUSE);
                    self.connect()?;
                }
                // An address may turn into a stream between two pictures.
                self.first.take().unwrap_or_default()
            }
        };
        super::decode(&bytes)
            .map(|image| Frame::new(image, self.address.clone()))
            .map_err(|error| SourceError::BadFrame(error.to_string()))
    }
}

/// The parts of a `multipart/x-mixed-replace` body.
///
/// Boundaries are taken as they come (apps disagree on the dashes that belong
/// to them): a part is a block of header lines, a blank line, and either
/// `Content-Length` bytes or everything up to the end of its JPEG.
struct Parts<R> {
    body: R,
}

impl<R: BufRead> Parts<R> {
    fn new(body: R) -> Parts<R> {
        Parts { body }
    }

    fn next(&mut self) -> std::io::Result<Vec<u8>> {
        let length = self.header()?;
        match length {
            Some(length) if length > MAX_PART => Err(invalid("a picture is too large")),
            Some(length) => {
                let mut bytes = vec![0; length];
                self.body.read_exact(&mut bytes)?;
                Ok(bytes)
            }
            None => self.until_end_of_jpeg(),
        }
    }

    /// Reads up to the blank line; the length that was announced.
    fn header(&mut self) -> std::io::Result<Option<usize>> {
        let mut length = None;
        let mut named = false;
        for _ in 0..MAX_LINES {
            let mut line = Vec::new();
            let read = (&mut self.body)
                .take(MAX_LINE)
                .read_until(b'\n', &mut line)?;
            if read == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            let text = String::from_utf8_lossy(&line);
            let text = text.trim();
            match text.split_once(':') {
                Some((name, value)) => {
                    named = true;
                    if name.eq_ignore_ascii_case("content-length") {
                        length = value.trim().parse().ok();
                    }
                }
                // The blank line before a boundary ends no header.
                None if text.is_empty() && named => return Ok(length),
                None => {}
            }
        }
        Err(invalid("this is no stream of pictures"))
    }

    fn until_end_of_jpeg(&mut self) -> std::io::Result<Vec<u8>> {
        const END: [u8; 2] = [0xff, 0xd9];
        let mut bytes = Vec::new();
        loop {
            let left = (MAX_PART - bytes.len()) as u64;
            let read = (&mut self.body).take(left).read_until(END[1], &mut bytes)?;
            if read == 0 {
                return Err(match left {
                    0 => invalid("a picture is too large"),
                    _ => std::io::ErrorKind::UnexpectedEof.into(),
                });
            }
            if bytes.ends_with(&END) {
                return Ok(bytes);
            }
        }
    }
}

fn invalid(words: &'static str) -> std::io::Error {
    std::io::Error::new(std::io::ErrorKind::InvalidData, words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_completed_and_nothing_but_http_taken() {
        let full = "http://192.168.0.5:8080/video";
        assert_eq!(address("192.168.0.5:8080"), Ok(full.to_owned()));
        assert_eq!(
            address(" http://192.168.0.5:8080/video "),
            Ok(full.to_owned())
        );
        assert_eq!(
            address("phone.local/shot.jpg"),
            Ok("http://phone.local/shot.jpg".to_owned())
        );
        for bad in ["", "https://phone", "file:///etc/passwd", "a b", "ho st/x"] {
            assert!(address(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_wrong_with_an_address_is_told_in_words() {
        let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let port = closed.local_addr().unwrap().port();
        drop(closed);
        for (typed, ja) in [
            (format!("127.0.0.1:{port}"), "そこでは何も動いていません"),
            ("a b".to_owned(), "192.168.0.5:8080 のように入れます"),
            ("ftp://a".to_owned(), "http:// だけ使えます"),
        ] {
            let fault = Phone::open(&typed).err().unwrap();
            let told = fault.advice(Lang::Ja);
            assert!(told.contains(ja), "{told}");
        }
    }

    #[test]
    fn parts_come_with_and_without_a_length() {
        let mut body =
            b"\r\n--frame\r\nContent-Type: image/jpeg\r\nContent-Length: 3\r\n\r\nabc".to_vec();
        body.extend(b"\r\n--frame\r\nContent-Type: image/jpeg\r\n\r\n\xff\xd8x\xd9y\xff\xd9");
        body.extend(b"\r\n--frame--\r\n");
        let mut parts = Parts::new(body.as_slice());
        assert_eq!(parts.next().unwrap(), b"abc");
        assert_eq!(parts.next().unwrap(), b"\xff\xd8x\xd9y\xff\xd9");
        assert!(parts.next().is_err());
    }

    #[test]
    fn hostile_parts_cost_no_memory_and_end() {
        let huge = b"--f\r\nContent-Length: 99999999999\r\n\r\n".as_slice();
        assert!(Parts::new(huge).next().is_err());
        let endless = std::io::repeat(b'x');
        assert!(Parts::new(BufReader::new(endless)).next().is_err());
        let no_end = b"--f\r\nA: b\r\n\r\n".chain(std::io::repeat(0x11));
        assert!(Parts::new(BufReader::new(no_end)).next().is_err());
    }
}
