import Foundation
import Networking

extension Data {
    /// The FNV-1a hash of the bytes, with 64 bits.
    var checksum: UInt64 {
        reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}

extension ServerResponse {
    /// The whole body as text.
    var text: String {
        get async throws(TransportError) {
            String(decoding: try await body.collect(upTo: 16 * 1024 * 1024), as: UTF8.self)
        }
    }
}
