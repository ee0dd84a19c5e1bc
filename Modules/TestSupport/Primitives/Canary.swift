import Foundation
public import Primitives

/// A secret to plant where one belongs, so that searching whatever comes out tells whether it did.
///
/// Its text is `canary-`, its name, and sixteen hexadecimal digits that are computed from the name. No source holds that
/// form and no test's name, so where it stands in the output of a test run something has printed a secret:
/// `.ci/canaries` searches for it.
public struct Canary: Sendable, Hashable {
    /// Where it is planted.
    public let name: String

    /// - Parameter name: lower-case letters, digits and dashes, so that the text can stand anywhere in a request.
    public init(_ name: String) {
        self.name = name
    }

    /// The secret in plain text.
    public var text: String {
        // FNV-1a, 64 bits: any function would do that nobody computes by hand.
        let digits = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return "canary-\(name)-" + String(repeating: "0", count: digits.leadingZeroBitCount / 4)
            + String(digits, radix: 16)
    }

    /// The secret, wrapped.
    public var secret: Secret<String> { Secret(text) }

    /// `text` with the secret wherever it says `SECRET`. A test's arguments are printed, so they say that.
    public func planted(in text: String) -> String {
        text.replacing("SECRET", with: self.text)
    }

    /// Whether it stands in `text`, as it is or in base64, whatever was encoded before it.
    public func isFound(in text: String) -> Bool {
        text.contains(self.text) || (0..<3).contains { text.contains(base64(behind: $0)) }
    }

    /// The groups of base64 that hold bytes of the secret only.
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
