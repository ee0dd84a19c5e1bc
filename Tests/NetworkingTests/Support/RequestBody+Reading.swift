import Foundation
import Networking

extension RequestBody {
    /// The pieces that a transport would read, in order.
    func readPieces() async throws(TransportError) -> [Data] {
        switch self {
        case .empty: return []
        case .data(let data): return [data]
        case .stream(let stream):
            var iterator = stream.open().makeAsyncIterator()
            var pieces: [Data] = []
            while let piece = try await iterator.next() { pieces.append(piece) }
            return pieces
        }
    }

    /// All bytes that a transport would read.
    func read() async throws(TransportError) -> Data {
        try await readPieces().reduce(into: Data()) { $0.append($1) }
    }
}
