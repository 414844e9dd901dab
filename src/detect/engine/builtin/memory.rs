//! The default allocator and memory descriptions: plain CPU memory.

use std::alloc::{Layout, alloc, dealloc};
use std::ffi::{CString, c_char, c_int, c_void};

use ort::sys::{
    ORT_API_VERSION, OrtAllocator, OrtAllocatorType, OrtApi, OrtMemType, OrtMemoryInfo, OrtSession,
    OrtStatusPtr,
};

use super::{give, guard, put, release, text};

pub(super) fn fill(api: &mut OrtApi) {
    // The stub's AllocatorAlloc, AllocatorFree and AllocatorGetInfo call the
    // functions inside the allocator, and its memory getters answer "CPU".
    api.GetAllocatorWithDefaultOptions = default_allocator;
    api.CreateAllocator = session_allocator;
    api.CreateMemoryInfo = create_info;
    api.CreateCpuMemoryInfo = create_cpu_info;
    api.ReleaseMemoryInfo = release_info;
    api.MemoryInfoGetName = info_name;
    api.MemoryInfoGetId = info_id;
    api.MemoryInfoGetMemType = info_kind;
    api.CompareMemoryInfo = compare_info;
}

/// Where memory lies. There is one place only, but `ort` copies descriptions,
/// so the name is kept.
struct Info {
    name: CString,
}

/// The description of the default allocator and of every tensor.
pub(super) fn cpu_info() -> *const OrtMemoryInfo {
    static CPU: std::sync::OnceLock<Info> = std::sync::OnceLock::new();
    let info: *const Info = CPU.get_or_init(|| Info {
        name: c"Cpu".to_owned(),
    });
    info.cast()
}

unsafe extern "system" fn create_info(
    name: *const c_char,
    _kind: OrtAllocatorType,
    _id: c_int,
    _memory: OrtMemType,
    out: *mut *mut OrtMemoryInfo,
) -> OrtStatusPtr {
    // SAFETY: `ort` passes a C string and a valid out-pointer.
    guard(|| unsafe {
        let name = super::c_string(text(name)?);
        put(out, give(Info { name }))
    })
}

unsafe extern "system" fn create_cpu_info(
    kind: OrtAllocatorType,
    memory: OrtMemType,
    out: *mut *mut OrtMemoryInfo,
) -> OrtStatusPtr {
    // SAFETY: the same contract with a constant name.
    unsafe { create_info(c"Cpu".as_ptr(), kind, 0, memory, out) }
}

unsafe extern "system" fn release_info(info: *mut OrtMemoryInfo) {
    // The static description is never released.
    if !std::ptr::eq(info, cpu_info()) {
        // SAFETY: every other one came from `create_info`.
        unsafe { release::<Info, _>(info) };
    }
}

unsafe extern "system" fn info_name(
    info: *const OrtMemoryInfo,
    out: *mut *const c_char,
) -> OrtStatusPtr {
    // SAFETY: the name lives as long as the description, as `ort` expects.
    guard(|| unsafe {
        let info: &Info = super::borrow(info)?;
        put(out, info.name.as_ptr())
    })
}

unsafe extern "system" fn info_id(_info: *const OrtMemoryInfo, out: *mut c_int) -> OrtStatusPtr {
    // SAFETY: `ort` passes a valid out-pointer.
    guard(|| unsafe { put(out, 0) })
}

unsafe extern "system" fn info_kind(
    _info: *const OrtMemoryInfo,
    out: *mut OrtMemType,
) -> OrtStatusPtr {
    // SAFETY: `ort` passes a valid out-pointer.
    guard(|| unsafe { put(out, OrtMemType::OrtMemTypeDefault) })
}

unsafe extern "system" fn compare_info(
    a: *const OrtMemoryInfo,
    b: *const OrtMemoryInfo,
    out: *mut c_int,
) -> OrtStatusPtr {
    // SAFETY: both are descriptions from this module.
    guard(|| unsafe {
        let (a, b): (&Info, &Info) = (super::borrow(a)?, super::borrow(b)?);
        put(out, c_int::from(a.name != b.name))
    })
}

/// Stateless, so one for all.
static ALLOCATOR: OrtAllocator = OrtAllocator {
    version: ORT_API_VERSION,
    Alloc: Some(allocate),
    Free: Some(free),
    Info: Some(allocator_info),
    Reserve: None,
};

unsafe extern "system" fn default_allocator(out: *mut *mut OrtAllocator) -> OrtStatusPtr {
    // SAFETY: a valid out-pointer. `ort` never writes through the allocator;
    // the type of the table just asks for `*mut`.
    guard(|| unsafe { put(out, (&raw const ALLOCATOR).cast_mut()) })
}

unsafe extern "system" fn session_allocator(
    _session: *const OrtSession,
    _info: *const OrtMemoryInfo,
    out: *mut *mut OrtAllocator,
) -> OrtStatusPtr {
    // SAFETY: as above; the stub's `ReleaseAllocator` does nothing.
    unsafe { default_allocator(out) }
}

unsafe extern "system" fn allocator_info(_this: *const OrtAllocator) -> *const OrtMemoryInfo {
    cpu_info()
}

/// Bytes in front of each block that remember its size, and its alignment.
const HEADER: usize = 16;

unsafe extern "system" fn allocate(_this: *mut OrtAllocator, size: usize) -> *mut c_void {
    let layout = size
        .checked_add(HEADER)
        .and_then(|total| Layout::from_size_align(total, HEADER).ok());
    let Some(layout) = layout else {
        return std::ptr::null_mut();
    };
    // SAFETY: the layout is at least HEADER bytes, so not zero-sized; the
    // header is inside the block and aligned for a `usize`.
    unsafe {
        let block = alloc(layout);
        if block.is_null() {
            return std::ptr::null_mut();
        }
        block.cast::<usize>().write(layout.size());
        block.add(HEADER).cast()
    }
}

unsafe extern "system" fn free(_this: *mut OrtAllocator, pointer: *mut c_void) {
    if pointer.is_null() {
        return;
    }
    // SAFETY: `ort` frees only what `allocate` returned, so the header is in
    // front and holds the size that made a valid layout then.
    unsafe {
        let block = pointer.cast::<u8>().sub(HEADER);
        let size = block.cast::<usize>().read();
        dealloc(block, Layout::from_size_align_unchecked(size, HEADER));
    }
}

/// A copy of a text in memory that `ort` frees through the allocator.
pub(super) fn allocate_text(text: &str) -> Result<*mut c_char, String> {
    let text = super::c_string(text);
    let bytes = text.as_bytes_with_nul();
    // SAFETY: `allocate` ignores its first argument; the block holds
    // `bytes.len()` bytes and overlaps nothing.
    unsafe {
        let block = allocate(std::ptr::null_mut(), bytes.len()).cast::<u8>();
        if block.is_null() {
            return Err("out of memory".to_owned());
        }
        block.copy_from_nonoverlapping(bytes.as_ptr(), bytes.len());
        Ok(block.cast())
    }
}
