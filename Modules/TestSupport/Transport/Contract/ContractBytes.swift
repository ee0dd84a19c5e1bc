import Foundation
import Networking

extension Data {
    /// Bytes of which a missing, doubled or swapped piece shows.
    static func pattern(_ count: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) })
    }

    /// FNV-1a, 64 bits.
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

/// One piece, and then an error.
struct FailingBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    let first: Data
    let error: TransportError

    func makeAsyncIterator() -> Iterator {
        Iterator(first: first, error: error)
    }

    struct Iterator: AsyncIteratorProtocol {
        var first: Data?
        let error: TransportError

        mutating func next() async throws(TransportError) -> Data? {
            guard let piece = first else { throw error }
            first = nil
            return piece
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            try await next()
        }
    }
}
