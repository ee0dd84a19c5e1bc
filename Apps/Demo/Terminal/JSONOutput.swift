import Foundation
import Models

/// Values as programs read them: indented JSON with keys in a fixed order.
enum JSONOutput {
    static func text(_ value: some Encodable) throws -> String {
        let coding = JSONCoding(formatting: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
        return String(decoding: try coding.encode(value), as: UTF8.self)
    }
}
