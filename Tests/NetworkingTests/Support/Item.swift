import EngineTestSupport
import Foundation
import Networking
import Synchronization

/// The resource of the endpoints in these tests.
struct Item: Codable, Equatable, Sendable {
    let name: String
}

extension Endpoint where Access: TestGuestScope, Response == Item {
    static var item: Self { .item(at: "/item") }

    static func item(at path: EndpointPath) -> Self {
        Endpoint(.get, path, response: .json)
    }

    static func post(_ body: EndpointBody) -> Self {
        Endpoint(.post, "/item", body: body, response: .json)
    }
}

/// Records values in order.
final class Recorder<Value: Sendable>: Sendable {
    private let values = Mutex<[Value]>([])

    var all: [Value] { values.withLock { $0 } }

    @Sendable func add(_ value: Value) {
        values.withLock { $0.append(value) }
    }
}

typealias LineRecorder = Recorder<String>

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
}

extension NetworkError {
    /// The failure of a decoding error.
    var decodingFailure: DecodingFailure? { if case .decoding(let failure) = cause { failure } else { nil } }
}
