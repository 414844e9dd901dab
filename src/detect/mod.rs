//! ONNX models: locating tiles, rectifying crops, naming faces.
