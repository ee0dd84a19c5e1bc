import Foundation
import Networking

extension RequestBody {
    /// The pieces that a transport would get, in order.
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

    /// All that a transport would get.
    func read() async throws(TransportError) -> Data {
        try await readPieces().reduce(into: Data()) { $0.append($1) }
    }
}
