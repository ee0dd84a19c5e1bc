/// The limits for a multipart body. Sizes are in bytes.
struct MultipartLimits: Sendable {
    /// The largest number of parts.
    var parts = 32
    /// The total length of a part's header lines, with line breaks and the padding of the delimiter before them.
    var partHead = 4 * 1024
    /// The largest number of header lines in a part.
    var headerLines = 16
    /// The largest length of a part's name, and of its file name.
    var name = 255
    /// The largest length of the whole body, including what the parser discards.
    var total = 8 * 1024 * 1024
}
