import Foundation
import Models

/// Formats values for programs: indented JSON, with the keys of each object in alphabetical order.
enum JSONOutput {
    static func text(_ value: some Encodable) throws -> String {
        let coding = JSONCoding(formatting: [.sortedKeys, .withoutEscapingSlashes])
        return JSONText(wellFormed: String(decoding: try coding.encode(value), as: UTF8.self)).indented
    }
}
