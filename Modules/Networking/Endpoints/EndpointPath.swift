/// An endpoint's path, written as a string literal that encodes each interpolated value as a single segment.
///
/// In `"/users/\(id)/avatar"` the slashes of the literal separate segments, while `id` always stays one segment: the
/// value `../admin` becomes `..%2Fadmin`. A value that is empty, `.` or `..` makes the path invalid, and the router
/// refuses the call, because no encoding protects such a segment: RFC 3986 section 5.2.4 removes dot segments, and the
/// URL standard removes percent-encoded ones too.
public struct EndpointPath: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The percent-encoded path; `nil` if a value can't be a segment. A valid path is empty (the base URL itself) or
    /// begins with a slash.
    public let encoded: String?

    /// Creates a path from a literal without interpolated values, which is not encoded.
    public init(stringLiteral literal: String) {
        self.init(encoded: literal)
    }

    /// Creates a path from text that is percent-encoded already, such as a link that a server sent.
    public init(encoded text: String) {
        encoded = text
    }

    /// Creates a path from a literal with interpolated values. It is invalid if a value is empty, `.` or `..`.
    public init(stringInterpolation: StringInterpolation) {
        encoded = stringInterpolation.isValid ? stringInterpolation.text : nil
    }

    /// Builds an ``EndpointPath`` from a string literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""
        fileprivate var isValid = true

        /// Reserves space for the literal and its values.
        public init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + 24 * interpolationCount)
        }

        /// Appends part of the literal unchanged.
        public mutating func appendLiteral(_ literal: String) {
            text += literal
        }

        /// Appends a value, encoded so that it stays within its segment.
        public mutating func appendInterpolation(_ value: some StringProtocol) {
            if value.isEmpty || value == "." || value == ".." { isValid = false }
            PercentEncoding.segment.append(value, to: &text)
        }

        /// Appends a number, which needs no encoding.
        public mutating func appendInterpolation(_ value: some BinaryInteger) {
            text += String(value)
        }
    }
}
