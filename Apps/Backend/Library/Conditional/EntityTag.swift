import Crypto
import Foundation

/// What tells one state of a resource from another: `"…"`, or `W/"…"` where only the meaning is the same (RFC 9110,
/// section 8.8.3).
struct EntityTag: Hashable, Sendable {
    /// What stands between the quotes.
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

    /// Both are strong and the same: the only comparison that may decide about bytes.
    func matchesStrongly(_ other: Self) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

    /// The same but for strength: enough to save a transfer.
    func matchesWeakly(_ other: Self) -> Bool { opaque == other.opaque }
}

extension EntityTag: CustomStringConvertible {
    var description: String { (isWeak ? "W/" : "") + "\"\(opaque)\"" }
}

extension Data {
    /// Two lower-case digits a byte.
    var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}
