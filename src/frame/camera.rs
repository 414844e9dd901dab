//! Cameras through nokhwa.

use nokhwa::pixel_format::RgbFormat;
use nokhwa::utils::{
    ApiBackend, CameraFormat, CameraIndex, RequestedFormat, RequestedFormatType, Resolution,
};
use nokhwa::{Camera as Device, NokhwaError};

use super::Frame;
use super::source::{FrameSource, SourceError};

/// One camera of this machine.
#[derive(Clone, Debug, serde::Serialize)]
pub struct CameraEntry {
    /// The number to open it by.
    pub index: u32,
    /// Its own name.
    pub name: String,
    /// Where the system has it.
    pub place: String,
    /// What it can send; empty if it could not be asked, for example because
    /// another program has it.
    pub modes: Vec<CameraMode>,
}

/// One picture format of a camera.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
pub struct CameraMode {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Pictures a second.
    pub fps: u32,
    /// Encoding on the wire, such as `MJPEG`.
    pub format: String,
}

impl From<CameraFormat> for CameraMode {
    fn from(format: CameraFormat) -> CameraMode {
        CameraMode {
            width: format.width(),
            height: format.height(),
            fps: format.frame_rate(),
            format: format.format().to_string(),
        }
    }
}

/// Every camera of this machine with its formats; none is no error.
///
/// # Errors
/// [`SourceError::Other`] if the system cannot be asked at all.
pub fn list() -> Result<Vec<CameraEntry>, SourceError> {
    let mut cameras = present()?;
    for camera in &mut cameras {
        camera.modes = modes(camera.index);
    }
    Ok(cameras)
}

/// Every camera, without asking for formats (which would open each).
fn present() -> Result<Vec<CameraEntry>, SourceError> {
    let cameras =
        driver("?", || nokhwa::query(ApiBackend::Auto))?.map_err(|error| named("?", &error))?;
    let entry = |info: &nokhwa::utils::CameraInfo| CameraEntry {
        index: info.index().as_index().unwrap_or(0),
        name: info.human_name(),
        place: info.description().to_owned(),
        modes: Vec::new(),
    };
    Ok(cameras.iter().map(entry).collect())
}

fn modes(index: u32) -> Vec<CameraMode> {
    let any = RequestedFormat::new::<RgbFormat>(RequestedFormatType::None);
    let asked = super::contain(|| {
        Device::new(CameraIndex::Index(index), any)
            .and_then(|mut device| device.compatible_camera_formats())
    });
    let mut modes: Vec<CameraMode> = match asked {
        Some(Ok(formats)) => formats.into_iter().map(CameraMode::from).collect(),
        _ => Vec::new(),
    };
    modes.sort();
    modes.dedup();
    modes
}

/// Which camera: cameras change their numbers when they are plugged in again,
/// so a camera is known by its name and place.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CameraId {
    /// Its own name; empty = whatever has the number.
    pub name: String,
    /// Where the system had it.
    pub place: String,
    /// The number it had.
    pub index: u32,
}

impl From<&CameraEntry> for CameraId {
    fn from(entry: &CameraEntry) -> CameraId {
        CameraId {
            name: entry.name.clone(),
            place: entry.place.clone(),
            index: entry.index,
        }
    }
}

impl CameraId {
    /// The number of this camera now: the same name at the same place, else
    /// the same name, else (for a camera that the system does not list) its
    /// old number.
    ///
    /// # Errors
    /// [`SourceError::Absent`] if other cameras are there, but not this one.
    pub fn find(&self, cameras: &[CameraEntry]) -> Result<u32, SourceError> {
        let named = || cameras.iter().filter(|camera| camera.name == self.name);
        let same = named()
            .find(|camera| camera.place == self.place)
            .or_else(|| named().next());
        match same {
            Some(camera) => Ok(camera.index),
            None if self.name.is_empty() || cameras.is_empty() => Ok(self.index),
            None => Err(SourceError::Absent(self.name.clone())),
        }
    }
}

/// An open camera. Open and use it in one thread (see [`super::source::Live`]).
pub struct Camera {
    device: Device,
    name: String,
}

impl Camera {
    /// Opens a camera by what it is, wherever the system has it now.
    ///
    /// # Errors
    /// As [`Camera::open`]; absent if it is not plugged in.
    pub fn open_known(id: &CameraId, width: u32, height: u32) -> Result<Camera, SourceError> {
        let index = id.find(&present()?)?;
        Camera::open(index, width, height)
    }

    /// Opens camera `index` at the size nearest to `width` × `height` and
    /// starts its stream.
    ///
    /// # Errors
    /// Absent, busy, no permission, or the driver's words.
    pub fn open(index: u32, width: u32, height: u32) -> Result<Camera, SourceError> {
        let name = index.to_string();
        let wish = RequestedFormatType::HighestResolution(Resolution::new(width, height));
        let any = RequestedFormatType::AbsoluteHighestFrameRate;
        let open = |wish| -> Result<Device, NokhwaError> {
            let mut device = Device::new(
                CameraIndex::Index(index),
                RequestedFormat::new::<RgbFormat>(wish),
            )?;
            device.open_stream()?;
            Ok(device)
        };
        // A camera that has not exactly the size wished is opened as it likes.
        let device = driver(&name, || open(wish))
            .and_then(|opened| opened.map_err(|error| named(&name, &error)))
            .or_else(|fault| match fault {
                SourceError::Other { .. } => driver(&name, || open(any))
                    .and_then(|opened| opened.map_err(|error| named(&name, &error))),
                fault => Err(fault),
            })?;
        let name = device.info().human_name();
        Ok(Camera { device, name })
    }

    /// The format in use.
    pub fn mode(&self) -> CameraMode {
        self.device.camera_format().into()
    }
}

impl FrameSource for Camera {
    fn next_frame(&mut self) -> Result<Frame, SourceError> {
        let name = self.name.clone();
        let device = &mut self.device;
        let buffer = driver(&name, || device.frame())?.map_err(|error| named(&name, &error))?;
        // A broken MJPEG frame panics inside the decoder.
        let decoded = super::contain(|| buffer.decode_image::<RgbFormat>());
        match decoded {
            Some(Ok(image)) => {
                let (width, height) = image.dimensions();
                image::RgbImage::from_raw(width, height, image.into_raw())
                    .map(|image| Frame::new(image, name))
                    .ok_or_else(|| SourceError::BadFrame("wrong size".into()))
            }
            Some(Err(error)) => Err(SourceError::BadFrame(error.to_string())),
            None => Err(SourceError::BadFrame("the decoder gave up".into())),
        }
    }
}

/// Runs driver code; a panic inside becomes an error.
fn driver<T>(name: &str, work: impl FnOnce() -> T) -> Result<T, SourceError> {
    super::contain(work).ok_or_else(|| SourceError::Other {
        name: name.to_owned(),
        cause: "the driver interface failed".into(),
    })
}

/// nokhwa gives the system's error only as text; its number is in it.
fn named(name: &str, error: &NokhwaError) -> SourceError {
    let text = error.to_string();
    let has = |needles: &[&str]| needles.iter().any(|needle| text.contains(needle));
    let name = name.to_owned();
    if has(&[
        "os error 2)",
        "os error 6)",
        "os error 19)",
        "No such device",
    ]) {
        SourceError::Absent(name)
    } else if has(&["os error 16)", "busy"]) {
        SourceError::Busy(name)
    } else if has(&["os error 13)", "os error 1)", "Permission denied"]) {
        SourceError::NoPermission(name)
    } else {
        SourceError::Other { name, cause: text }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(index: u32, name: &str, place: &str) -> CameraEntry {
        CameraEntry {
            index,
            name: name.to_owned(),
            place: place.to_owned(),
            modes: Vec::new(),
        }
    }

    #[test]
    fn a_camera_is_found_again_under_another_number() {
        let id = CameraId::from(&entry(0, "C920", "usb-1"));
        let there = [entry(0, "Laptop", "usb-0"), entry(4, "C920", "usb-2")];
        assert_eq!(id.find(&there), Ok(4));
        let two = [entry(2, "C920", "usb-2"), entry(6, "C920", "usb-1")];
        assert_eq!(id.find(&two), Ok(6), "of two alike the one at its place");
        let other = [entry(0, "Laptop", "usb-0")];
        assert_eq!(id.find(&other), Err(SourceError::Absent("C920".into())));
        assert_eq!(
            id.find(&[]),
            Ok(0),
            "cameras that are not listed still open"
        );
    }
}
