/// What a ``MultipartParser`` has found, in the order of the body.
enum MultipartEvent: Equatable, Sendable {
    /// A part begins.
    case partBegan(MultipartPartHead)
    /// The next bytes of the part, never empty. How they are cut depends on how they came.
    case bytes([UInt8])
    /// The part is complete.
    case partEnded
}
