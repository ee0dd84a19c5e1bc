/// An element of a multipart body, in the body's order.
enum MultipartEvent: Equatable, Sendable {
    /// A part begins.
    case partBegan(MultipartPartHead)
    /// The next bytes of the part, never empty. Their number depends on the chunks of the input.
    case bytes([UInt8])
    /// The part is complete.
    case partEnded
}
