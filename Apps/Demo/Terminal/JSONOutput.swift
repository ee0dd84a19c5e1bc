import Foundation
import Models

/// Values as programs read them: indented JSON with keys in a fixed order.
enum JSONOutput {
    static func text(_ value: some Encodable) throws -> String {
        let coding = JSONCoding(formatting: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        // The encoder escapes control characters below U+0020. A terminal obeys those of U+0080 to U+009F too.
        return String(decoding: try coding.encode(value), as: UTF8.self).replacing(/[\u{7F}-\u{9F}]/) { character in
            character.output.unicodeScalars.map { "\\u00" + String($0.value, radix: 16) }.joined()
        }
    }
}
