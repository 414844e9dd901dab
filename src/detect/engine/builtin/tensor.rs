//! Tensors, and the types and shapes of tensors.

use std::ffi::{CString, c_char, c_int, c_void};

use ort::sys::{
    ONNXTensorElementDataType as Element, ONNXType, OrtAllocator, OrtApi, OrtMemoryInfo,
    OrtStatusPtr, OrtTensorTypeAndShapeInfo, OrtTypeInfo, OrtValue,
};

use super::{borrow, give, guard, items, memory, put, release};

pub(super) fn fill(api: &mut OrtApi) {
    api.CreateTensorWithDataAsOrtValue = create_with_data;
    api.CreateTensorAsOrtValue = create;
    api.IsTensor = is_tensor;
    api.GetTensorMutableData = mutable_data;
    api.GetTensorMemoryInfo = memory_info;
    api.GetTensorTypeAndShape = type_and_shape;
    api.GetTypeInfo = type_of_value;
    api.ReleaseValue = release_value;
    api.GetOnnxTypeFromTypeInfo = onnx_type;
    api.CastTypeInfoToTensorInfo = as_tensor_info;
    api.ReleaseTypeInfo = release_type;
    api.ReleaseTensorTypeAndShapeInfo = release_type_and_shape;
    api.GetTensorElementType = element_type;
    api.GetDimensionsCount = dimension_count;
    api.GetDimensions = dimensions;
    api.GetSymbolicDimensions = symbolic_dimensions;
}

/// The element types that rten computes with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    F32,
    I32,
    I8,
    U8,
}

impl Kind {
    fn from_element(element: Element) -> Result<Kind, String> {
        match element {
            Element::ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT => Ok(Kind::F32),
            Element::ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32 => Ok(Kind::I32),
            Element::ONNX_TENSOR_ELEMENT_DATA_TYPE_INT8 => Ok(Kind::I8),
            Element::ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8 => Ok(Kind::U8),
            other => Err(format!("the built-in engine has no tensors of {other:?}")),
        }
    }

    const fn element(self) -> Element {
        match self {
            Kind::F32 => Element::ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT,
            Kind::I32 => Element::ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32,
            Kind::I8 => Element::ONNX_TENSOR_ELEMENT_DATA_TYPE_INT8,
            Kind::U8 => Element::ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8,
        }
    }

    const fn size(self) -> usize {
        match self {
            Kind::F32 | Kind::I32 => 4,
            Kind::I8 | Kind::U8 => 1,
        }
    }
}

/// Whose memory a tensor's numbers are in.
pub(super) enum Data {
    F32(Vec<f32>),
    I32(Vec<i32>),
    I8(Vec<i8>),
    U8(Vec<u8>),
    /// The caller's, who keeps it alive as long as the tensor.
    Borrowed(*mut c_void),
}

/// What an `OrtValue` is here.
pub(super) struct Tensor {
    pub(super) kind: Kind,
    pub(super) shape: Vec<usize>,
    pub(super) data: Data,
}

impl Tensor {
    fn data(&mut self) -> *mut c_void {
        match &mut self.data {
            Data::F32(v) => v.as_mut_ptr().cast(),
            Data::I32(v) => v.as_mut_ptr().cast(),
            Data::I8(v) => v.as_mut_ptr().cast(),
            Data::U8(v) => v.as_mut_ptr().cast(),
            Data::Borrowed(pointer) => *pointer,
        }
    }

    /// The number of elements.
    pub(super) fn len(&self) -> usize {
        self.shape.iter().product()
    }

    fn info(&self) -> TensorInfo {
        let sizes = self.shape.iter().map(|&n| n as i64);
        TensorInfo::new(self.kind, sizes.map(|n| (n, String::new())))
    }
}

/// Element type, sizes (−1 where free) and their names.
pub(super) struct TensorInfo {
    kind: Kind,
    sizes: Vec<i64>,
    names: Vec<CString>,
}

impl TensorInfo {
    pub(super) fn new(kind: Kind, axes: impl Iterator<Item = (i64, String)>) -> TensorInfo {
        let (sizes, names) = axes
            .map(|(size, name)| (size, super::c_string(&name)))
            .unzip();
        TensorInfo { kind, sizes, names }
    }
}

/// Reads a shape; negative sizes and products that overflow are refused.
///
/// # Safety
/// `shape` is valid for reading `len` values.
unsafe fn shape_of(shape: *const i64, len: usize) -> Result<(Vec<usize>, usize), String> {
    // SAFETY: by this function's contract.
    let sizes = unsafe { items(shape, len)? };
    let shape: Vec<usize> = sizes
        .iter()
        .map(|&n| usize::try_from(n).map_err(|_| format!("a tensor of shape {sizes:?}")))
        .collect::<Result<_, _>>()?;
    let count = shape
        .iter()
        .try_fold(1usize, |product, &n| product.checked_mul(n))
        .ok_or_else(|| format!("a tensor of shape {sizes:?} is too large"))?;
    Ok((shape, count))
}

unsafe extern "system" fn create_with_data(
    _info: *const OrtMemoryInfo,
    data: *mut c_void,
    bytes: usize,
    shape: *const i64,
    rank: usize,
    element: Element,
    out: *mut *mut OrtValue,
) -> OrtStatusPtr {
    // SAFETY: `ort` passes arrays of the stated lengths, and keeps `data` alive
    // (and at most shared, for borrowed tensors) until the value is released.
    guard(|| unsafe {
        let kind = Kind::from_element(element)?;
        let (shape, count) = shape_of(shape, rank)?;
        if count.checked_mul(kind.size()) != Some(bytes) {
            return Err(format!("{bytes} bytes do not fill a tensor of {shape:?}"));
        }
        let data = Data::Borrowed(data);
        put(out, give(Tensor { kind, shape, data }))
    })
}

unsafe extern "system" fn create(
    _allocator: *mut OrtAllocator,
    shape: *const i64,
    rank: usize,
    element: Element,
    out: *mut *mut OrtValue,
) -> OrtStatusPtr {
    // SAFETY: `ort` passes an array of the stated length.
    guard(|| unsafe {
        let kind = Kind::from_element(element)?;
        let (shape, count) = shape_of(shape, rank)?;
        let data = match kind {
            Kind::F32 => Data::F32(vec![0.0; count]),
            Kind::I32 => Data::I32(vec![0; count]),
            Kind::I8 => Data::I8(vec![0; count]),
            Kind::U8 => Data::U8(vec![0; count]),
        };
        put(out, give(Tensor { kind, shape, data }))
    })
}

unsafe extern "system" fn is_tensor(_value: *const OrtValue, out: *mut c_int) -> OrtStatusPtr {
    // SAFETY: a valid out-pointer; there are no other values here.
    guard(|| unsafe { put(out, 1) })
}

unsafe extern "system" fn mutable_data(
    value: *mut OrtValue,
    out: *mut *mut c_void,
) -> OrtStatusPtr {
    // SAFETY: `value` came from `give` as a `Tensor`. `ort` holds the value
    // exclusively here or only reads through the result, as its own types say.
    guard(|| unsafe {
        let tensor = value.cast::<Tensor>().as_mut();
        let tensor = tensor.ok_or_else(|| "a value is null".to_owned())?;
        put(out, tensor.data())
    })
}

unsafe extern "system" fn memory_info(
    _value: *const OrtValue,
    out: *mut *const OrtMemoryInfo,
) -> OrtStatusPtr {
    // SAFETY: a valid out-pointer; the description is static.
    guard(|| unsafe { put(out, memory::cpu_info()) })
}

unsafe extern "system" fn type_and_shape(
    value: *const OrtValue,
    out: *mut *mut OrtTensorTypeAndShapeInfo,
) -> OrtStatusPtr {
    // SAFETY: `value` came from `give` as a `Tensor`.
    guard(|| unsafe {
        let tensor: &Tensor = borrow(value)?;
        put(out, give(tensor.info()))
    })
}

unsafe extern "system" fn type_of_value(
    value: *const OrtValue,
    out: *mut *mut OrtTypeInfo,
) -> OrtStatusPtr {
    // SAFETY: `value` came from `give` as a `Tensor`; a type is its tensor
    // description here, since there are no other types.
    guard(|| unsafe {
        let tensor: &Tensor = borrow(value)?;
        put(out, give(tensor.info()))
    })
}

unsafe extern "system" fn release_value(value: *mut OrtValue) {
    // SAFETY: it came from `give` as a `Tensor`.
    unsafe { release::<Tensor, _>(value) };
}

unsafe extern "system" fn onnx_type(_info: *const OrtTypeInfo, out: *mut ONNXType) -> OrtStatusPtr {
    // SAFETY: a valid out-pointer.
    guard(|| unsafe { put(out, ONNXType::ONNX_TYPE_TENSOR) })
}

unsafe extern "system" fn as_tensor_info(
    info: *const OrtTypeInfo,
    out: *mut *const OrtTensorTypeAndShapeInfo,
) -> OrtStatusPtr {
    // SAFETY: both opaque types stand for `TensorInfo`; the result borrows
    // from `info` and is not released by itself.
    guard(|| unsafe { put(out, info.cast()) })
}

unsafe extern "system" fn release_type(info: *mut OrtTypeInfo) {
    // SAFETY: it came from `give` as a `TensorInfo`.
    unsafe { release::<TensorInfo, _>(info) };
}

unsafe extern "system" fn release_type_and_shape(info: *mut OrtTensorTypeAndShapeInfo) {
    // SAFETY: it came from `give` as a `TensorInfo`.
    unsafe { release::<TensorInfo, _>(info) };
}

unsafe extern "system" fn element_type(
    info: *const OrtTensorTypeAndShapeInfo,
    out: *mut Element,
) -> OrtStatusPtr {
    // SAFETY: `info` is a live `TensorInfo`.
    guard(|| unsafe {
        let info: &TensorInfo = borrow(info)?;
        put(out, info.kind.element())
    })
}

unsafe extern "system" fn dimension_count(
    info: *const OrtTensorTypeAndShapeInfo,
    out: *mut usize,
) -> OrtStatusPtr {
    // SAFETY: `info` is a live `TensorInfo`.
    guard(|| unsafe {
        let info: &TensorInfo = borrow(info)?;
        put(out, info.sizes.len())
    })
}

unsafe extern "system" fn dimensions(
    info: *const OrtTensorTypeAndShapeInfo,
    out: *mut i64,
    len: usize,
) -> OrtStatusPtr {
    // SAFETY: `info` is a live `TensorInfo`; `out` has room for `len` sizes.
    guard(|| unsafe {
        let info: &TensorInfo = borrow(info)?;
        for (i, &size) in info.sizes.iter().take(len).enumerate() {
            put(out.add(i), size)?;
        }
        Ok(())
    })
}

unsafe extern "system" fn symbolic_dimensions(
    info: *const OrtTensorTypeAndShapeInfo,
    out: *mut *const c_char,
    len: usize,
) -> OrtStatusPtr {
    // SAFETY: as above; the names live as long as `info`, as `ort` expects.
    guard(|| unsafe {
        let info: &TensorInfo = borrow(info)?;
        for (i, name) in info.names.iter().take(len).enumerate() {
            put(out.add(i), name.as_ptr())?;
        }
        Ok(())
    })
}
