public import Backend
public import EngineTestSupport
import Foundation
import HTTPTypes
public import Networking

/// The sample backend in process: its responder as a `Transport`, so that suites run on the real server's rules without
/// a socket. Only faults that garble bytes need a connection.
///
/// ```swift
/// try await InProcessBackend.run { environment, transport in
///     let client = try Client.fixture(transport: transport, environment: environment)
///     …
/// }
/// ```
public enum InProcessBackend {
    /// Runs `body` with a new backend, which has fault switches and a folder of its own, and removes it afterwards.
    ///
    /// - Parameters:
    ///   - configure: changes the backend's configuration.
    ///   - body: gets the backend's address and a transport to it.
    public static func run<Value: Sendable>(
        configure: (inout BackendConfiguration) -> Void = { _ in },
        _ body: @Sendable (APIEnvironment, FakeTransport) async throws -> Value
    ) async throws -> Value {
        let transport = FakeTransport()
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "in-process-\(UUID().uuidString)", directoryHint: .isDirectory)
        defer { try? FileManager.default.removeItem(at: folder) }
        var configuration = BackendConfiguration(dataDirectory: folder)
        configuration.publicName = URL(string: "http://\(transport.authority)")
        configuration.faults = true
        configure(&configuration)
        return try await BackendServer(configuration: configuration).withResponder { responder in
            transport.respond { request throws(TransportError) in try await response(of: responder, to: request) }
            let environment = try APIEnvironment(
                name: "backend", baseURL: configuration.publicName ?? folder, version: APIVersion(2))
            return try await body(environment, transport)
        }
    }

    /// The response when its head has arrived. Its body is read as the server writes it.
    private static func response(
        of responder: BackendResponder, to request: ReceivedRequest
    ) async throws(TransportError) -> ServerResponse {
        let (heads, head) = AsyncStream.makeStream(of: HTTPResponse.self)
        let (chunks, chunk) = AsyncThrowingStream.makeStream(of: Data.self)
        let exchange = Task {
            do {
                let body = OnceOnly(request.body)
                try await responder.respond(
                    to: request.head, body: { await body.take() }, head: { _ = head.yield($0) },
                    write: { _ = chunk.yield($0) })
                chunk.finish()
            } catch {
                chunk.finish(throwing: error)
            }
            head.finish()
        }
        chunk.onTermination = { _ in exchange.cancel() }
        let result = await withTaskCancellationHandler { () async -> Result<ServerResponse, TransportError> in
            var heads = heads.makeAsyncIterator()
            if let head = await heads.next() {
                return .success(ServerResponse(head: head, body: .stream(ByteStream(ArrivingBytes(base: chunks)))))
            }
            return .failure(Task.isCancelled ? .cancelled : .connectionLost)
        } onCancel: {
            exchange.cancel()
        }
        return try result.get()
    }
}

/// The body of a request, which is read once.
private actor OnceOnly {
    private var bytes: Data?

    init(_ bytes: Data) {
        self.bytes = bytes
    }

    func take() -> Data? {
        defer { bytes = nil }
        return bytes
    }
}

/// The bytes of a response, with the errors of a transport.
private struct ArrivingBytes: AsyncSequence, Sendable {
    typealias Failure = TransportError

    let base: AsyncThrowingStream<Data, any Error>

    func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        var base: AsyncThrowingStream<Data, any Error>.Iterator

        mutating func next() async throws(TransportError) -> Data? {
            try await next(isolation: #isolation)
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            do {
                if let bytes = try await base.next(isolation: actor) { return bytes }
            } catch let error as ConnectionEnded {
                throw error.isReset ? .connectionLost : .truncatedResponse
            } catch {
                throw .connectionLost
            }
            if Task.isCancelled { throw .cancelled }
            return nil
        }
    }
}
