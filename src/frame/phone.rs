//! A phone as a camera: the MJPEG stream that IP-webcam apps serve on the local
//! network. The only network code of the program; it runs only for an address
//! that a person has entered, over plain HTTP, and follows no redirect.

use std::io::{BufRead, BufReader, Read};
use std::time::Duration;

use super::Frame;
use super::cause::Cause;
use super::source::{FrameSource, SourceError};

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
    let fault = |cause| SourceError::Unreachable {
        address: typed.to_owned(),
        cause,
    };
    let rest = match typed.split_once("://") {
        Some(("http", rest)) => rest,
        Some((scheme, _)) => return Err(fault(Cause::NotHttp(scheme.to_owned()))),
        None => typed,
    };
    let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let usable = !host.is_empty()
        && host
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || ".-:[]@_".contains(c));
    if !usable || path.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err(fault(Cause::NoAddress));
    }
    let path = if path.is_empty() { USUAL_PATH } else { path };
    Ok(format!("http://{host}{path}"))
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
    /// [`SourceError::Unreachable`] with the cause.
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

    fn fault(&self, cause: impl Into<Cause>) -> SourceError {
        SourceError::Unreachable {
            address: self.address.clone(),
            cause: cause.into(),
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
            return Err(self.fault(Cause::NoPictures(kind)));
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

    fn next(&mut self) -> Result<Vec<u8>, Cause> {
        let length = self.header()?;
        match length {
            Some(length) if length > MAX_PART => Err(Cause::TooLarge),
            Some(length) => {
                let mut bytes = vec![0; length];
                self.body.read_exact(&mut bytes)?;
                Ok(bytes)
            }
            None => self.until_end_of_jpeg(),
        }
    }

    /// Reads up to the blank line; the length that was announced.
    fn header(&mut self) -> Result<Option<usize>, Cause> {
        let mut length = None;
        let mut named = false;
        for _ in 0..MAX_LINES {
            let mut line = Vec::new();
            let read = (&mut self.body)
                .take(MAX_LINE)
                .read_until(b'\n', &mut line)?;
            if read == 0 {
                return Err(Cause::Ended);
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
        Err(Cause::NoPictures("multipart without headers".to_owned()))
    }

    fn until_end_of_jpeg(&mut self) -> Result<Vec<u8>, Cause> {
        const END: [u8; 2] = [0xff, 0xd9];
        let mut bytes = Vec::new();
        loop {
            let left = (MAX_PART - bytes.len()) as u64;
            let read = (&mut self.body).take(left).read_until(END[1], &mut bytes)?;
            if read == 0 {
                return Err(match left {
                    0 => Cause::TooLarge,
                    _ => Cause::Ended,
                });
            }
            if bytes.ends_with(&END) {
                return Ok(bytes);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::lang::Lang;

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

    /// A phone that answers once with this.
    fn answering(answer: &'static str) -> String {
        let phone = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = phone.local_addr().unwrap().to_string();
        std::thread::spawn(move || {
            let (mut talk, _) = phone.accept().unwrap();
            let mut asked = [0; 1024];
            let _ = talk.read(&mut asked);
            let _ = talk.write_all(answer.as_bytes());
        });
        address
    }

    #[test]
    fn what_the_phone_answers_is_told_by_its_kind() {
        for (answer, cause) in [
            (
                "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
                Cause::Status(404),
            ),
            (
                "HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n",
                Cause::Status(401),
            ),
            (
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n",
                Cause::NoPictures("text/html".to_owned()),
            ),
        ] {
            match Phone::open(&answering(answer)).err() {
                Some(SourceError::Unreachable { cause: told, .. }) => assert_eq!(told, cause),
                other => panic!("{other:?}"),
            }
        }
        assert!(Cause::Status(401).message(Lang::En).contains("password"));
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
