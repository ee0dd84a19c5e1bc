/// What is wrong with a multipart body.
enum MultipartError: Error, Equatable, Sendable {
    /// Missing, longer than 70 characters, or with characters that a boundary must not have (RFC 2046, section 5.1.1).
    case invalidBoundary
    /// A delimiter is followed by something other than white space and a line break.
    case malformedDelimiter
    /// A header line is no `name: value`, is folded, or has bytes that no header has.
    case malformedHeader
    /// A part has no `Content-Disposition: form-data` with a name, or one that breaks its grammar.
    case malformedDisposition
    /// A header that may come once came twice.
    case duplicateHeader
    /// A part's headers are longer, or more, than allowed.
    case headTooLarge
    /// A name or file name is longer than allowed.
    case nameTooLong
    /// There are more parts than allowed.
    case tooManyParts
    /// The body is longer than allowed.
    case tooLarge
    /// The body ended before its closing delimiter.
    case truncated

    /// The end of a sentence that says what is wrong.
    var explanation: String {
        switch self {
        case .invalidBoundary: "its boundary is missing or invalid"
        case .malformedDelimiter: "a boundary is followed by something else than a line break"
        case .malformedHeader: "a part's header is malformed"
        case .malformedDisposition: "a part's Content-Disposition is missing or malformed"
        case .duplicateHeader: "a part has a header twice"
        case .headTooLarge: "a part's headers are too large"
        case .nameTooLong: "a name is too long"
        case .tooManyParts: "it has too many parts"
        case .tooLarge: "it is too large"
        case .truncated: "it ends before its closing boundary"
        }
    }
}
