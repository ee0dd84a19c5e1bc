/// The bounds within which a multipart body must stay. Sizes are in bytes.
struct MultipartLimits: Sendable {
    /// How many parts there may be.
    var parts = 32
    /// All header lines of one part together, line breaks included, and the padding of the delimiter before them.
    var partHead = 4 * 1024
    /// How many header lines one part may have.
    var headerLines = 16
    /// The length of a part's name, and of its file name.
    var name = 255
    /// The whole body with everything that is thrown away.
    var total = 8 * 1024 * 1024
}
