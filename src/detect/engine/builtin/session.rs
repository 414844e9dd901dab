//! Session options, sessions, their inputs and outputs, metadata, and `Run`.

use std::collections::BTreeMap;
use std::ffi::{c_char, c_int, c_void};
use std::sync::{Arc, Mutex, PoisonError};

use ort::sys::{
    GraphOptimizationLevel, OrtAllocator, OrtApi, OrtEnv, OrtModelMetadata, OrtRunOptions,
    OrtSession, OrtSessionOptions, OrtStatusPtr, OrtTypeInfo, OrtValue,
};
use rten::{
    DataType, Dimension, Model, ModelOptions, NodeId, RunOptions, ThreadPool, Value, ValueOrView,
    ValueType, ValueView,
};
use rten_tensor::{AsView, Layout, Tensor as RtenTensor};

use super::tensor::{Data, Kind, Tensor, TensorInfo};
use super::{borrow, give, guard, items, memory, protobuf, put, release, text};

pub(super) fn fill(api: &mut OrtApi) {
    api.CreateSessionOptions = create_options;
    api.CloneSessionOptions = clone_options;
    api.ReleaseSessionOptions = release_options;
    api.SetIntraOpNumThreads = set_threads;
    api.SetSessionGraphOptimizationLevel = set_optimisation;
    api.CreateSessionFromArray = create_session;
    api.ReleaseSession = release_session;
    api.SessionGetInputCount = input_count;
    api.SessionGetOutputCount = output_count;
    api.SessionGetInputName = input_name;
    api.SessionGetOutputName = output_name;
    api.SessionGetInputTypeInfo = input_type;
    api.SessionGetOutputTypeInfo = output_type;
    api.SessionGetModelMetadata = metadata;
    api.ModelMetadataLookupCustomMetadataMap = metadata_value;
    api.ReleaseModelMetadata = release_metadata;
    api.Run = run;
}

#[derive(Clone)]
struct Options {
    /// 0 = as many as there are cores.
    threads: usize,
    optimise: bool,
}

struct Session {
    model: Model,
    pool: Option<Arc<ThreadPool>>,
}

/// The custom metadata of a model, which may outlive the session.
struct Metadata(BTreeMap<String, String>);

unsafe extern "system" fn create_options(out: *mut *mut OrtSessionOptions) -> OrtStatusPtr {
    let options = Options {
        threads: 0,
        optimise: true,
    };
    // SAFETY: a valid out-pointer.
    guard(|| unsafe { put(out, give(options)) })
}

unsafe extern "system" fn clone_options(
    options: *const OrtSessionOptions,
    out: *mut *mut OrtSessionOptions,
) -> OrtStatusPtr {
    // SAFETY: `options` is live, `out` valid.
    guard(|| unsafe {
        let options: &Options = borrow(options)?;
        put(out, give(options.clone()))
    })
}

unsafe extern "system" fn release_options(options: *mut OrtSessionOptions) {
    // SAFETY: it came from `give` as `Options`.
    unsafe { release::<Options, _>(options) };
}

/// # Safety
/// `options` is null or live and used by nobody else during `change`.
unsafe fn change(
    options: *mut OrtSessionOptions,
    change: impl FnOnce(&mut Options),
) -> OrtStatusPtr {
    guard(|| {
        // SAFETY: by this function's contract.
        let options = unsafe { options.cast::<Options>().as_mut() };
        change(options.ok_or_else(|| "the options are null".to_owned())?);
        Ok(())
    })
}

unsafe extern "system" fn set_threads(
    options: *mut OrtSessionOptions,
    threads: c_int,
) -> OrtStatusPtr {
    // SAFETY: `ort`'s builder owns the options exclusively.
    unsafe {
        change(options, |o| {
            o.threads = usize::try_from(threads).unwrap_or(0)
        })
    }
}

unsafe extern "system" fn set_optimisation(
    options: *mut OrtSessionOptions,
    level: GraphOptimizationLevel,
) -> OrtStatusPtr {
    let optimise = level != GraphOptimizationLevel::ORT_DISABLE_ALL;
    // SAFETY: `ort`'s builder owns the options exclusively.
    unsafe { change(options, |o| o.optimise = optimise) }
}

unsafe extern "system" fn create_session(
    _env: *const OrtEnv,
    data: *const c_void,
    len: usize,
    options: *const OrtSessionOptions,
    out: *mut *mut OrtSession,
) -> OrtStatusPtr {
    // SAFETY: `ort` passes `len` bytes, live options and a valid out-pointer.
    guard(|| unsafe {
        let bytes: &[u8] = items(data.cast(), len)?;
        let options: &Options = borrow(options)?;
        if !protobuf::is_whole(bytes) {
            return Err("the file is cut short, or no ONNX model".to_owned());
        }
        let model = ModelOptions::with_all_ops()
            .enable_optimization(options.optimise)
            .prepack_weights(true)
            .load(bytes.to_vec())
            .map_err(|error| error.to_string())?;
        let pool = pool(options.threads);
        put(out, give(Session { model, pool }))
    })
}

/// Sessions with the same number of threads share a pool, so that loading more
/// models does not start more threads. rten's own pool serves 0.
fn pool(threads: usize) -> Option<Arc<ThreadPool>> {
    static POOLS: Mutex<BTreeMap<usize, Arc<ThreadPool>>> = Mutex::new(BTreeMap::new());
    if threads == 0 {
        return None;
    }
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let pool = pools
        .entry(threads)
        .or_insert_with(|| Arc::new(ThreadPool::with_num_threads(threads)));
    Some(Arc::clone(pool))
}

unsafe extern "system" fn release_session(session: *mut OrtSession) {
    // SAFETY: it came from `give` as a `Session`.
    unsafe { release::<Session, _>(session) };
}

unsafe extern "system" fn input_count(session: *const OrtSession, out: *mut usize) -> OrtStatusPtr {
    // SAFETY: `session` is live, `out` valid.
    guard(|| unsafe {
        let session: &Session = borrow(session)?;
        put(out, session.model.input_ids().len())
    })
}

unsafe extern "system" fn output_count(
    session: *const OrtSession,
    out: *mut usize,
) -> OrtStatusPtr {
    // SAFETY: `session` is live, `out` valid.
    guard(|| unsafe {
        let session: &Session = borrow(session)?;
        put(out, session.model.output_ids().len())
    })
}

fn name_at(model: &Model, ids: &[NodeId], index: usize) -> Result<*mut c_char, String> {
    let id = *ids.get(index).ok_or("no such input or output")?;
    let info = model.node_info(id);
    memory::allocate_text(info.and_then(|info| info.name()).unwrap_or_default())
}

unsafe extern "system" fn input_name(
    session: *const OrtSession,
    index: usize,
    _allocator: *mut OrtAllocator,
    out: *mut *mut c_char,
) -> OrtStatusPtr {
    // SAFETY: `session` is live, `out` valid; `ort` frees the text.
    guard(|| unsafe {
        let Session { model, .. } = borrow(session)?;
        put(out, name_at(model, model.input_ids(), index)?)
    })
}

unsafe extern "system" fn output_name(
    session: *const OrtSession,
    index: usize,
    _allocator: *mut OrtAllocator,
    out: *mut *mut c_char,
) -> OrtStatusPtr {
    // SAFETY: `session` is live, `out` valid; `ort` frees the text.
    guard(|| unsafe {
        let Session { model, .. } = borrow(session)?;
        put(out, name_at(model, model.output_ids(), index)?)
    })
}

/// The declared type. What the model does not declare is shown as f32 of rank
/// 0: `run` checks the real shapes in any case.
fn type_at(model: &Model, ids: &[NodeId], index: usize) -> Result<TensorInfo, String> {
    let id = *ids.get(index).ok_or("no such input or output")?;
    let info = model.node_info(id).ok_or("no such input or output")?;
    let kind = match info.dtype() {
        Some(ValueType::Tensor(DataType::Int32)) => Kind::I32,
        Some(ValueType::Tensor(DataType::Int8)) => Kind::I8,
        Some(ValueType::Tensor(DataType::UInt8)) => Kind::U8,
        Some(ValueType::Tensor(DataType::Float)) | None => Kind::F32,
        Some(other) => return Err(format!("the built-in engine has no {other}")),
    };
    let axes = info.shape().unwrap_or_default().into_iter();
    Ok(TensorInfo::new(
        kind,
        axes.map(|axis| match axis {
            Dimension::Fixed(size) => (size as i64, String::new()),
            Dimension::Symbolic(name) => (-1, name),
        }),
    ))
}

unsafe extern "system" fn input_type(
    session: *const OrtSession,
    index: usize,
    out: *mut *mut OrtTypeInfo,
) -> OrtStatusPtr {
    // SAFETY: `session` is live, `out` valid.
    guard(|| unsafe {
        let Session { model, .. } = borrow(session)?;
        put(out, give(type_at(model, model.input_ids(), index)?))
    })
}

unsafe extern "system" fn output_type(
    session: *const OrtSession,
    index: usize,
    out: *mut *mut OrtTypeInfo,
) -> OrtStatusPtr {
    // SAFETY: `session` is live, `out` valid.
    guard(|| unsafe {
        let Session { model, .. } = borrow(session)?;
        put(out, give(type_at(model, model.output_ids(), index)?))
    })
}

unsafe extern "system" fn metadata(
    session: *const OrtSession,
    out: *mut *mut OrtModelMetadata,
) -> OrtStatusPtr {
    // SAFETY: `session` is live, `out` valid.
    guard(|| unsafe {
        let Session { model, .. } = borrow(session)?;
        let fields = model.metadata().fields();
        let fields = fields.map(|(name, value)| (name.to_owned(), value.to_owned()));
        put(out, give(Metadata(fields.collect())))
    })
}

unsafe extern "system" fn metadata_value(
    metadata: *const OrtModelMetadata,
    _allocator: *mut OrtAllocator,
    key: *const c_char,
    out: *mut *mut c_char,
) -> OrtStatusPtr {
    // SAFETY: `metadata` is live, `key` a C string, `out` valid. A null result
    // means "no such key", as in ONNX Runtime.
    guard(|| unsafe {
        let Metadata(fields) = borrow(metadata)?;
        let value = match fields.get(text(key)?) {
            Some(value) => memory::allocate_text(value)?,
            None => std::ptr::null_mut(),
        };
        put(out, value)
    })
}

unsafe extern "system" fn release_metadata(metadata: *mut OrtModelMetadata) {
    // SAFETY: it came from `give` as `Metadata`.
    unsafe { release::<Metadata, _>(metadata) };
}

unsafe extern "system" fn run(
    session: *mut OrtSession,
    _options: *const OrtRunOptions,
    input_names: *const *const c_char,
    inputs: *const *const OrtValue,
    input_len: usize,
    output_names: *const *const c_char,
    output_len: usize,
    outputs: *mut *mut OrtValue,
) -> OrtStatusPtr {
    // SAFETY: `ort` passes live objects and arrays of the stated lengths.
    guard(|| unsafe {
        let session: &Session = borrow(session.cast_const())?;
        let names = items(input_names, input_len)?;
        let values = items(inputs, input_len)?;
        let mut given = Vec::with_capacity(input_len);
        for (&name, &value) in names.iter().zip(values) {
            let id = node(&session.model, text(name)?)?;
            given.push((id, view(borrow(value)?)?));
        }
        let mut wanted = Vec::with_capacity(output_len);
        for &name in items(output_names, output_len)? {
            wanted.push(node(&session.model, text(name)?)?);
        }
        if items(outputs, output_len)?.iter().any(|out| !out.is_null()) {
            return Err("the built-in engine makes its own outputs".to_owned());
        }
        let results = compute(session, given, &wanted)?;
        for (i, tensor) in results.into_iter().enumerate() {
            put(outputs.add(i), give(tensor))?;
        }
        Ok(())
    })
}

fn node(model: &Model, name: &str) -> Result<NodeId, String> {
    model
        .find_node(name)
        .ok_or_else(|| format!("the model has no input or output {name:?}"))
}

fn compute(
    session: &Session,
    inputs: Vec<(NodeId, ValueOrView)>,
    outputs: &[NodeId],
) -> Result<Vec<Tensor>, String> {
    let options = session.pool.as_ref().map(|pool| {
        let mut options = RunOptions::default();
        options.thread_pool = Some(Arc::clone(pool));
        options
    });
    let results = session
        .model
        .run(inputs, outputs, options)
        .map_err(|error| error.to_string())?;
    // All are converted before any is handed out, so that a fault leaks none.
    results.into_iter().map(tensor).collect()
}

/// A tensor of `ort`'s as a view for rten, without copying.
///
/// # Safety
/// Borrowed data is alive and not written to while the view is used.
unsafe fn view(tensor: &Tensor) -> Result<ValueOrView<'_>, String> {
    /// # Safety
    /// `data` is valid for reading `len` values.
    unsafe fn borrowed<'a, T: 'a>(
        shape: &[usize],
        data: *const c_void,
        len: usize,
    ) -> Result<ValueView<'a>, String>
    where
        ValueView<'a>: From<rten_tensor::TensorView<'a, T>>,
    {
        // SAFETY: by this function's contract.
        let data = unsafe { items(data.cast::<T>(), len)? };
        ValueView::from_shape(shape, data).map_err(|error| error.to_string())
    }
    let (shape, len) = (&tensor.shape, tensor.len());
    let view = match &tensor.data {
        Data::F32(v) => ValueView::from_shape(shape, v).map_err(|e| e.to_string()),
        Data::I32(v) => ValueView::from_shape(shape, v).map_err(|e| e.to_string()),
        Data::I8(v) => ValueView::from_shape(shape, v).map_err(|e| e.to_string()),
        Data::U8(v) => ValueView::from_shape(shape, v).map_err(|e| e.to_string()),
        // SAFETY: `create_with_data` checked that the bytes fill the shape.
        &Data::Borrowed(data) => unsafe {
            match tensor.kind {
                Kind::F32 => borrowed::<f32>(shape, data, len),
                Kind::I32 => borrowed::<i32>(shape, data, len),
                Kind::I8 => borrowed::<i8>(shape, data, len),
                Kind::U8 => borrowed::<u8>(shape, data, len),
            }
        },
    };
    view.map(ValueOrView::from)
}

/// A result of rten's as a tensor of `ort`'s.
fn tensor(value: Value) -> Result<Tensor, String> {
    fn parts<T: Clone>(tensor: RtenTensor<T>) -> (Vec<usize>, Vec<T>) {
        (tensor.shape().to_vec(), tensor.to_vec())
    }
    let (kind, (shape, data)) = match value {
        Value::FloatTensor(t) => {
            let (shape, data) = parts(t);
            (Kind::F32, (shape, Data::F32(data)))
        }
        Value::Int32Tensor(t) => {
            let (shape, data) = parts(t);
            (Kind::I32, (shape, Data::I32(data)))
        }
        Value::Int8Tensor(t) => {
            let (shape, data) = parts(t);
            (Kind::I8, (shape, Data::I8(data)))
        }
        Value::UInt8Tensor(t) => {
            let (shape, data) = parts(t);
            (Kind::U8, (shape, Data::U8(data)))
        }
        other => return Err(format!("the built-in engine has no {}", other.dtype())),
    };
    Ok(Tensor { kind, shape, data })
}
