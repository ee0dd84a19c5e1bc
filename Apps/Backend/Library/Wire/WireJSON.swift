import Foundation
import NIOCore
import NIOFoundationEssentialsCompat

/// The encoder of all JSON. Keys are sorted, so that equal values have equal bytes.
enum WireJSON {
    static func encode(_ body: some Encodable) throws -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return ByteBuffer(data: try encoder.encode(body))
    }
}
