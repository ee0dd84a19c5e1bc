/// Why a multipart body is refused.
enum MultipartError: Error, Equatable, Sendable {
    /// The boundary is missing, longer than 70 characters, or has invalid characters (RFC 2046, section 5.1.1).
    case invalidBoundary
    /// A delimiter is followed by something other than white space and a line break.
    case malformedDelimiter
    /// A header line is not of the form `name: value`, is folded, or has invalid bytes.
    case malformedHeader
    /// A part's `Content-Disposition` is missing, malformed, or not `form-data` with a name.
    case malformedDisposition
    /// A part has a header twice.
    case duplicateHeader
    /// A part's headers are too long or too many.
    case headTooLarge
    /// A name or file name is too long.
    case nameTooLong
    /// There are too many parts.
    case tooManyParts
    /// The body is too long.
    case tooLarge
    /// The body ended before its closing delimiter.
    case truncated

    /// The reason as the end of a sentence.
    var explanation: String {
        switch self {
        case .invalidBoundary: "its boundary is missing or invalid"
        case .malformedDelimiter: "a boundary is not followed by a line break"
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
