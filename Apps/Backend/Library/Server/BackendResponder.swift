public import Foundation
public import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationEssentialsCompat

/// A server's responder without a socket, for tests that need the server's rules and not its connections.
public struct BackendResponder: Sendable {
    let application: BackendApplication

    /// Responds to one request.
    ///
    /// - Parameters:
    ///   - body: returns the next bytes of the request's body; `nil` at its end.
    ///   - head: is called once, before the first bytes of the response's body.
    ///   - write: is called with the next bytes of the response's body, and sets the pace of the response.
    /// - Throws: ``ConnectionEnded`` if a fault switch ended the exchange, or what the closures throw.
    public func respond(
        to request: HTTPRequest, body: @escaping @Sendable () async throws -> Data?,
        head: @Sendable (HTTPResponse) async throws -> Void,
        write: @escaping @Sendable (Data) async throws -> Void
    ) async throws {
        let chunks = AsyncThrowingStream<ByteBuffer, any Error>(unfolding: {
            try await body().map { ByteBuffer(data: $0) }
        })
        let response = try await application.responder.respond(
            to: Request(head: request, body: RequestBody(asyncSequence: chunks)),
            context: BackendRequestContext(logger: application.backend.configuration.logger))
        try await head(response.head)
        try await response.body.write(ClosureWriter(send: write))
    }

    private struct ClosureWriter: ResponseBodyWriter {
        let send: @Sendable (Data) async throws -> Void

        @concurrent
        mutating func write(_ buffer: ByteBuffer) async throws {
            if buffer.readableBytes > 0 { try await send(Data(buffer.readableBytesView)) }
        }

        @concurrent
        consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }
}

extension BackendServer {
    /// Runs `body` with this server's responder. Set ``BackendConfiguration/publicName`` for absolute links.
    ///
    /// - Throws: ``BackendError`` if the server cannot start, or what `body` throws.
    public func withResponder<Result: Sendable>(
        _ body: (BackendResponder) async throws -> Result
    ) async throws -> Result {
        try await BackendApplication.withApplication(configuration) { application in
            try await body(BackendResponder(application: application))
        }
    }
}
