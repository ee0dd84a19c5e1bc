import Foundation
import HTTPTypes
import Networking
import TestSupport

extension ServerResponse {
    /// An answer whose body gives `text` and then nothing until the gate opens, or until the reader is cancelled.
    static func stalled(at gate: Gate, after text: String) -> ServerResponse {
        ServerResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"]),
            body: .stream(ByteStream(StalledBytes(first: Data(text.utf8), gate: gate))))
    }
}

private struct StalledBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    let first: Data
    let gate: Gate

    func makeAsyncIterator() -> Iterator {
        Iterator(first: first, gate: gate)
    }

    struct Iterator: AsyncIteratorProtocol {
        var first: Data?
        let gate: Gate

        mutating func next() async throws(TransportError) -> Data? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            if let first {
                self.first = nil
                return first
            }
            await gate.pass()
            if Task.isCancelled { throw .cancelled }
            return nil
        }
    }
}
