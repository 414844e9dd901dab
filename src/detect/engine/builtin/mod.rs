//! rten behind the C interface of ONNX Runtime.
//!
//! `ort` talks to its engine through a table of C functions. Here the entries
//! that `ort::Session` needs are filled with functions that call rten, the rest
//! are `ort`'s own stubs, which answer "unimplemented". So one code path in the
//! program serves both engines.
//!
//! This is the one place of the crate where `unsafe` is allowed. Three rules
//! keep it small:
//!
//! - Every object handed out is a `Box` turned into a pointer of the opaque
//!   type that stands for it, and only its own `Release…` turns it back.
//!   `ort` calls each `Release…` once and uses no pointer afterwards.
//! - Out-pointers are written through [`put`], inputs are read through
//!   [`borrow`], [`text`] and [`items`], so the assumptions stand in one place.
//! - Nothing unwinds into `ort`: [`guard`] turns a panic into a status.

#![allow(unsafe_code)]

mod memory;
mod protobuf;
mod session;
mod tensor;

use std::ffi::{CStr, CString, c_char};

use ort::sys::{
    OrtApi, OrtEnv, OrtErrorCode, OrtLoggingFunction, OrtLoggingLevel, OrtStatusPtr, stub,
};

use crate::frame::contain;

/// The table for `ort::set_api`.
pub(super) fn api() -> OrtApi {
    let mut api = stub::api();
    api.CreateEnv = create_env;
    api.CreateEnvWithCustomLogger = create_env_with_logger;
    api.GetBuildInfoString = build_info;
    memory::fill(&mut api);
    session::fill(&mut api);
    tensor::fill(&mut api);
    api
}

/// Runs the body of an entry; a fault or a panic becomes an error status.
fn guard(work: impl FnOnce() -> Result<(), String>) -> OrtStatusPtr {
    match contain(work) {
        Some(Ok(())) => OrtStatusPtr::default(),
        Some(Err(message)) => fault(&message),
        None => fault("the built-in engine stopped at a model or input it cannot handle"),
    }
}

fn fault(message: &str) -> OrtStatusPtr {
    // A C string cannot hold a NUL, and the stub would panic on one.
    stub::Error::new_sys(OrtErrorCode::ORT_FAIL, message.replace('\0', "?"))
}

/// Writes through an out-pointer.
///
/// # Safety
/// `out` is null or valid for writing a `T`.
unsafe fn put<T>(out: *mut T, value: T) -> Result<(), String> {
    if out.is_null() {
        return Err("an output pointer is null".to_owned());
    }
    // SAFETY: not null, so valid by this function's contract.
    unsafe { out.write(value) };
    Ok(())
}

/// Reads an object that this module handed out.
///
/// # Safety
/// `pointer` is null or came from `Box::<T>::into_raw` (cast to an opaque type)
/// and has not been released.
unsafe fn borrow<'a, T, Opaque>(pointer: *const Opaque) -> Result<&'a T, String> {
    // SAFETY: by the contract it points to a live `T` or is null.
    unsafe { pointer.cast::<T>().as_ref() }.ok_or_else(|| "an object pointer is null".to_owned())
}

/// Gives an object away as an opaque pointer.
fn give<T, Opaque>(object: T) -> *mut Opaque {
    Box::into_raw(Box::new(object)).cast()
}

/// Takes an object back and drops it.
///
/// # Safety
/// As for [`borrow`]; the pointer is not used afterwards.
unsafe fn release<T, Opaque>(pointer: *mut Opaque) {
    if !pointer.is_null() {
        // SAFETY: it came from `give` with the same `T`.
        drop(unsafe { Box::from_raw(pointer.cast::<T>()) });
    }
}

/// A C string as text.
///
/// # Safety
/// `pointer` is null or points to a NUL-terminated string that outlives `'a`.
unsafe fn text<'a>(pointer: *const c_char) -> Result<&'a str, String> {
    if pointer.is_null() {
        return Err("a name is null".to_owned());
    }
    // SAFETY: not null, so a C string by this function's contract.
    unsafe { CStr::from_ptr(pointer) }
        .to_str()
        .map_err(|_| "a name is not UTF-8".to_owned())
}

/// An array argument as a slice; an empty one may be null.
///
/// # Safety
/// `pointer` is valid for reading `len` values of `T` for `'a`, or `len` is 0.
unsafe fn items<'a, T>(pointer: *const T, len: usize) -> Result<&'a [T], String> {
    if len == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() || !pointer.is_aligned() {
        return Err("an array is null or misaligned".to_owned());
    }
    // SAFETY: checked above, and valid by this function's contract.
    Ok(unsafe { std::slice::from_raw_parts(pointer, len) })
}

fn c_string(text: &str) -> CString {
    CString::new(text.replace('\0', "?")).unwrap_or_default()
}

/// The environment holds nothing here; `ort` only wants it to be non-null.
struct Env;

unsafe extern "system" fn create_env(
    _level: OrtLoggingLevel,
    _name: *const c_char,
    out: *mut *mut OrtEnv,
) -> OrtStatusPtr {
    // SAFETY: `ort` passes a valid out-pointer. `Env` has no size, so the
    // stub's `ReleaseEnv`, which does nothing, leaks nothing.
    guard(|| unsafe { put(out, give(Env)) })
}

unsafe extern "system" fn create_env_with_logger(
    _log: OrtLoggingFunction,
    _parameter: *mut std::ffi::c_void,
    level: OrtLoggingLevel,
    name: *const c_char,
    out: *mut *mut OrtEnv,
) -> OrtStatusPtr {
    // SAFETY: the same contract; nothing here logs.
    unsafe { create_env(level, name, out) }
}

unsafe extern "system" fn build_info() -> *const c_char {
    c"karasu built-in engine: rten 0.27".as_ptr()
}
