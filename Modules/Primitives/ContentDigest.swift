public import Foundation

/// A cryptographic hash of some content: equal digests mean equal bytes. It is not secret.
public struct ContentDigest: Sendable, Hashable {
    /// The algorithm's name in the registry of RFC 9530 section 7.2, such as `sha-256`.
    public let algorithm: String
    /// The hash itself, 32 bytes for `sha-256`.
    public let bytes: Data

    /// Creates a digest from its parts.
    public init(algorithm: String, bytes: Data) {
        self.algorithm = algorithm
        self.bytes = bytes
    }

    /// A digest from hexadecimal text, in upper or lower case; `nil` for any other text.
    public init?(algorithm: String, hexadecimal: String) {
        let digits = hexadecimal.compactMap(\.hexDigitValue)
        guard !digits.isEmpty, digits.count == hexadecimal.utf8.count, digits.count.isMultiple(of: 2) else {
            return nil
        }
        let pairs = stride(from: 0, to: digits.count, by: 2)
        self.init(algorithm: algorithm, bytes: Data(pairs.map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }))
    }

    /// The digest in lower-case hexadecimal, two digits for each byte.
    public var hexadecimal: String {
        bytes.map { byte in (byte < 0x10 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}

extension ContentDigest: CustomStringConvertible {
    public var description: String { "\(algorithm):\(hexadecimal)" }
}
