import Crypto
import Foundation

/// Identifies one version of a resource: `"…"`, or `W/"…"` if versions with the same meaning share it (RFC 9110,
/// section 8.8.3).
struct EntityTag: Hashable, Sendable {
    /// The text between the quotes.
    let opaque: String
    let isWeak: Bool

    init(opaque: String, isWeak: Bool = false) {
        self.opaque = opaque
        self.isWeak = isWeak
    }

    /// The strong tag of exactly these bytes.
    init(of bytes: Data) {
        self.init(opaque: String(Data(SHA256.hash(data: bytes)).hexadecimal.prefix(32)))
    }

    /// Whether both are strong and equal, which proves equal bytes.
    func matchesStrongly(_ other: Self) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// Whether both are equal apart from strength, which suffices for a 304.
    func matchesWeakly(_ other: Self) -> Bool { opaque == other.opaque }
}

extension EntityTag: CustomStringConvertible {
    var description: String { (isWeak ? "W/" : "") + "\"\(opaque)\"" }
}

extension Data {
    /// Two lower-case hexadecimal digits for each byte.
    var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
