import Foundation
import Models

/// Formats values for programs: indented JSON with sorted keys.
enum JSONOutput {
    static func text(_ value: some Encodable) throws -> String {
        let coding = JSONCoding(formatting: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        let data = try coding.encode(value)
        let text = String(decoding: data, as: UTF8.self)
        // The encoder escapes control characters below U+0020. Terminals also interpret U+007F to U+009F.
        guard data.contains(where: { $0 == 0x7F || $0 == 0xC2 }) else { return text }
        return text.replacing(/[\u{7F}-\u{9F}]/) { character in
            character.output.unicodeScalars.map { "\\u00" + String($0.value, radix: 16) }.joined()
        }
    }
}
