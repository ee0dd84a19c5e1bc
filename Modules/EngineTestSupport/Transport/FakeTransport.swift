public import Foundation
public import HTTPTypes
public import Networking
import Synchronization

/// A fake of `Transport` whose server is a closure. It fulfills `TransportContract` of ContractSuites, but has no
/// bytes of HTTP/1.1.
///
/// ```swift
/// let transport = FakeTransport { request in
///     request.head.path == "/me" ? .json(#"{"name": "Ada"}"#) : .empty(.notFound)
/// }
/// ```
///
/// A call ends at once if it is cancelled or if ``shutdown()`` is called, even while its body streams. The handler's
/// task is cancelled, and its response is ignored.
public final class FakeTransport: Transport {
    private let state: Mutex<State>
    /// Opens at the shutdown.
    private let closing = Gate()

    // A typed-throws closure as the value of a `Mutex` crashes the compiler.
    private struct State {
        var handler: ReceivedRequest.Handler
    }

    /// - Parameter handler: responds to each request; ``send(_:body:)`` throws its errors.
    public init(
        _ handler: @escaping ReceivedRequest.Handler = { _ throws(TransportError) in throw .connectionRefused }
    ) {
        state = Mutex(State(handler: handler))
    }

    /// The host of requests to this fake: a name that never resolves (RFC 6761), so that no request leaves the machine
    /// by mistake.
    public var authority: String { "fake.invalid" }

    /// Replaces the handler for later requests.
    public func respond(with handler: @escaping ReceivedRequest.Handler) {
        state.withLock { $0.handler = handler }
    }

    public func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        guard !Task.isCancelled else { throw .cancelled }
        guard !closing.isOpen else { throw .closed }
        let handler = state.withLock { $0.handler }
        return try await firstOutcome { [closing] () async throws(TransportError) in
            let bytes = try await body.bytes()
            let response = try await handler(ReceivedRequest(head: request, body: bytes))
            return response.hasBody(for: request.method)
                ? response.ending(at: closing) : ServerResponse(head: response.head, body: .data(Data()))
        }
    }

    public func shutdown() async {
        closing.open()
    }

    /// The outcome of `work`, unless the caller is cancelled or the transport is shut down before. `work` runs in a task
    /// of its own, so that it delays no caller if it ignores its cancellation.
    private func firstOutcome(
        of work: @escaping @Sendable () async throws(TransportError) -> ServerResponse
    ) async throws(TransportError) -> ServerResponse {
        let (outcomes, outcome) = AsyncStream.makeStream(of: Result<ServerResponse, TransportError>.self)
        let exchange = Task {
            do throws(TransportError) {
                outcome.yield(.success(try await work()))
            } catch {
                outcome.yield(.failure(error))
            }
        }
        let shutdown = Task { [closing] in
            await closing.pass()
            outcome.yield(.failure(.closed))
        }
        defer {
            exchange.cancel()
            shutdown.cancel()
        }
        for await first in outcomes { return try first.get() }
        // The stream of a cancelled task ends.
        throw .cancelled
    }
}

extension ServerResponse {
    /// Whether a response with this head to a request with `method` may have a body (RFC 9112 section 6.3).
    package func hasBody(for method: HTTPRequest.Method) -> Bool {
        method != .head && head.status != .noContent && head.status != .notModified
    }
}

/// A request as the server received it.
public struct ReceivedRequest: Sendable, Equatable {
    /// Method, target and header fields.
    public let head: HTTPRequest
    /// The whole body, without its framing.
    public let body: Data

    public init(head: HTTPRequest, body: Data = Data()) {
        self.head = head
        self.body = body
    }

    /// Responds to one request, in place of a server.
    public typealias Handler = @Sendable (ReceivedRequest) async throws(TransportError) -> ServerResponse
}

extension RequestBody {
    /// All bytes, as a server receives them. Throws if the body does not have its declared length.
    package func bytes() async throws(TransportError) -> Data {
        switch self {
        case .empty: return Data()
        case .data(let data): return data
        case .stream(let stream):
            let bytes = try await stream.open().collect(upTo: 64 * 1024 * 1024)
            guard stream.length.map({ $0 == bytes.count }) ?? true else {
                throw .requestBody(
                    reason: "The request body does not match its declared length. Declare the right length, or none.")
            }
            return bytes
        }
    }
}

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
