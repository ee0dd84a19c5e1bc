/// A path below a base URL, written as a string whose interpolations are encoded as single segments.
///
/// In `"/users/\(id)/avatar"` the slashes of the literal separate segments, and whatever `id` holds stays one segment:
/// a value `../admin` becomes `..%2Fadmin`. No encoding protects a segment that is empty, `.` or `..` as a whole (RFC
/// 3986 section 5.2.4 removes dot segments, and the URL standard removes them percent-encoded too), so such a value
/// makes the path invalid and the router refuses the call.
public struct EndpointPath: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// Percent-encoded, or `nil` if a value can't be a segment. The router refuses a path that is neither empty (the
    /// base URL itself) nor begins with a slash.
    public let encoded: String?

    public init(stringLiteral literal: String) {
        encoded = literal
    }

    public init(stringInterpolation: StringInterpolation) {
        encoded = stringInterpolation.isValid ? stringInterpolation.text : nil
    }

    /// Collects a path; see ``EndpointPath``.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var isValid = true

        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 24 * interpolationCount)
        }

        /// Part of the path's own shape; taken as it is.
        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// A value; encoded so that it stays within its segment.
        public mutating func appendInterpolation(_ value: some StringProtocol) {
            if value.isEmpty || value == "." || value == ".." { isValid = false }
            PercentEncoding.segment.append(value, to: &text)
        }

        /// A number, which needs no encoding.
        public mutating func appendInterpolation(_ value: some BinaryInteger) {
            text += String(value)
        }
    }
}
