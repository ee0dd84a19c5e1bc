public import Foundation
public import HTTPTypes
public import Networking
import Synchronization

/// A fake of `Transport` whose server is a closure. It fulfils `TransportContract` of ContractSuites, but has no
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
    private let closing = Gate()

    private struct State {
        var handler: ReceivedRequest.Handler
        var isShutDown = false
        var lastID = 0
        var underWay: [Int: FakeExchange] = [:]
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
        let exchange = FakeExchange()
        let begun: (id: Int, handler: ReceivedRequest.Handler)? = state.withLock { state in
            guard !state.isShutDown else { return nil }
            state.lastID += 1
            state.underWay[state.lastID] = exchange
            return (state.lastID, state.handler)
        }
        guard let (id, handler) = begun else { throw .closed }
        defer { state.withLock { $0.underWay[id] = nil } }
        return try await exchange.run { () async throws(TransportError) in
            let bytes = try await body.bytes()
            let response = try await handler(ReceivedRequest(head: request, body: bytes))
            return response.hasBody(for: request.method)
                ? response.ending(at: self.closing) : ServerResponse(head: response.head, body: .data(Data()))
        }
    }

    public func shutdown() async {
        let underWay = state.withLock { state in
            state.isShutDown = true
            return state.underWay.values
        }
        for exchange in underWay { exchange.end(with: .failure(.closed)) }
        closing.open()
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

/// One call of a ``FakeTransport``. Its work, its caller or the transport ends it, whichever is first.
final class FakeExchange: Sendable {
    typealias Outcome = Result<ServerResponse, TransportError>

    private enum State {
        case created
        case running(CheckedContinuation<Outcome, Never>, Task<Void, Never>)
        case ended(Outcome)
    }

    private let state = Mutex(State.created)

    /// Runs `work` in a task of its own, so that work that ignores its cancellation delays no caller.
    func run(
        _ work: @escaping @Sendable () async throws(TransportError) -> ServerResponse
    ) async throws(TransportError) -> ServerResponse {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let task = Task {
                    do throws(TransportError) {
                        end(with: .success(try await work()))
                    } catch {
                        end(with: .failure(error))
                    }
                }
                begin(continuation, task)
            }
        } onCancel: {
            end(with: .failure(.cancelled))
        }
        return try outcome.get()
    }

    /// Ends the exchange. Only the first outcome counts.
    func end(with outcome: Outcome) {
        let running: (CheckedContinuation<Outcome, Never>, Task<Void, Never>)? = state.withLock { state in
            switch state {
            case .created:
                state = .ended(outcome)
                return nil
            case .running(let continuation, let task):
                state = .ended(outcome)
                return (continuation, task)
            case .ended:
                return nil
            }
        }
        guard let (continuation, task) = running else { return }
        continuation.resume(returning: outcome)
        task.cancel()
    }

    private func begin(_ continuation: CheckedContinuation<Outcome, Never>, _ task: Task<Void, Never>) {
        let ended: Outcome? = state.withLock { state in
            if case .ended(let outcome) = state { return outcome }
            state = .running(continuation, task)
            return nil
        }
        guard let ended else { return }
        continuation.resume(returning: ended)
        task.cancel()
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
