import Foundation
public import Primitives

/// A secret for tests. A search of the output finds out whether the code has printed it.
///
/// Its text is `canary-`, its name, and sixteen hexadecimal digits that are computed from the name. No source and no
/// test name contains that text. If the output of a test run contains it, the code has printed a secret. `.ci/canaries`
/// searches for it.
public struct Canary: Sendable, Hashable {
    /// The name of the canary, which shows where a leaked secret comes from.
    public let name: String

    /// - Parameter name: lower-case letters, digits and dashes, so that the text is valid everywhere in a request.
    public init(_ name: String) {
        self.name = name
    }

    /// The secret in plain text.
    public var text: String {
        // FNV-1a, 64 bits.
        let digits = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "canary-\(name)-" + String(repeating: "0", count: digits.leadingZeroBitCount / 4)
            + String(digits, radix: 16)
    }

    /// The text as a `Secret`.
    public var secret: Secret<String> { Secret(text) }

    /// `text` with the secret in place of `SECRET`. Test arguments use `SECRET`, because the test runner prints them.
    public func planted(in text: String) -> String {
        text.replacing("SECRET", with: self.text)
    }

    /// Whether `text` contains the secret, in plain text or in base64, at any offset.
    public func isFound(in text: String) -> Bool {
        text.contains(self.text) || (0..<3).contains { text.contains(base64(behind: $0)) }
    }

    /// The base64 groups with bytes of the secret only, if `count` other bytes precede it.
    private func base64(behind count: Int) -> String {
        let encoded = (Data(count: count) + Data(text.utf8)).base64EncodedString()
        return String(encoded.dropFirst(count == 0 ? 0 : 4).dropLast(4))
    }
}

/// A failing expectation prints its values, and a canary among them would set off the search.
extension Canary: CustomStringConvertible, CustomReflectable {
    public var description: String { "canary of \(name)" }
    public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}
