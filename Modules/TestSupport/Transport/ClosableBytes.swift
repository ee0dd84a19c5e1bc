import Foundation
package import Networking

/// A body that fails with ``TransportError/closed`` after its transport is shut down, even while its reader waits.
struct ClosableBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    let base: ByteStream
    /// Opens when the transport is shut down.
    let closing: Gate

    func makeAsyncIterator() -> Iterator {
        Iterator(source: Source(base), closing: closing)
    }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let source: Source
        let closing: Gate

        mutating func next() async throws(TransportError) -> Data? {
            typealias Outcome = Result<Data?, TransportError>
            // Otherwise the race below would decide whether the reader gets a piece that is ready.
            guard !closing.isOpen else { throw .closed }
            let outcome = await withTaskGroup(of: Outcome.self) { [source, closing] group in
                group.addTask {
                    do throws(TransportError) {
                        return .success(try await source.next())
                    } catch {
                        return .failure(error)
                    }
                }
                group.addTask {
                    await closing.pass()
                    return .failure(Task.isCancelled ? .cancelled : .closed)
                }
                defer { group.cancelAll() }
                return await group.next() ?? .failure(.cancelled)
            }
            return try outcome.get()
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            try await next()
        }
    }

    /// Allows a task that is not the reader's to request the next piece.
    fileprivate actor Source {
        private var iterator: ByteStream.Iterator

        init(_ stream: ByteStream) {
            iterator = stream.makeAsyncIterator()
        }

        func next() async throws(TransportError) -> Data? {
            var reading = iterator
            defer { iterator = reading }
            return try await reading.next(isolation: self)
        }
    }
}

extension ServerResponse {
    /// The same response, with a streamed body that fails when its transport is shut down.
    package func ending(at closing: Gate) -> ServerResponse {
        guard case .stream(let stream) = body else { return self }
        var response = self
        response.body = .stream(ByteStream(ClosableBytes(base: stream, closing: closing)))
        return response
    }
}
