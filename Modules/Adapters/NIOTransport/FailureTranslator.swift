import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import Networking

/// Turns every error of the stack below into the port's, here and nowhere else.
struct FailureTranslator: Sendable {
    /// How far the exchange had come, on which it depends what an ending means.
    enum Phase {
        /// There is no connection yet.
        case connecting
        /// No head has been received.
        case head
        case body
        /// A head has been received that nothing follows.
        case noBody
    }

    /// In bytes; see ``NIOTransportConfiguration/decodedBodyLimit``.
    let decodedBodyLimit: Int

    func translate(_ error: any Error, at phase: Phase) -> TransportError {
        switch error {
        case let error as TransportError: error
        case is CancellationError: .cancelled
        case let error as HTTPClientError: translate(error, at: phase)
        case let error as NIOConnectionError: translate(error)
        case let error as IOError: translate(error)
        case let error as ChannelError: translate(error, at: phase)
        case let error as HTTPParserError:
            error == .invalidEOFState ? endedEarly(at: phase) : .invalidResponse(reason: "HTTP parser: \(error)")
        case let error as NIOHTTPDecompression.DecompressionError:
            error == .limit
                ? .responseTooLarge(limit: decodedBodyLimit) : .invalidResponse(reason: "Decompression: \(error)")
        case let error as NIOHTTPDecompression.ExtraDecompressionError:
            error == .truncatedData ? .truncatedResponse : .invalidResponse(reason: "Decompression: \(error)")
        case NIOSSLError.uncleanShutdown: endedEarly(at: phase)
        default: TLSFailure.translate(error) ?? .other(reason: "\(type(of: error)): \(error)")
        }
    }

    /// The decompressor misses the end of a compressed body even where none may follow the head, as after HEAD.
    func isMissingCompressedBody(_ error: any Error) -> Bool {
        (error as? NIOHTTPDecompression.ExtraDecompressionError) == .truncatedData
    }

    private func endedEarly(at phase: Phase) -> TransportError {
        phase == .body ? .truncatedResponse : .connectionLost
    }

    private func translate(_ error: HTTPClientError, at phase: Phase) -> TransportError {
        switch error {
        case .alreadyShutdown: .closed
        // The client's word for what its shutdown ends; a cancelled task shows as CancellationError.
        case .cancelled: .closed
        case .remoteConnectionClosed: endedEarly(at: phase)
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: .connectTimeout
        case .bodyLengthMismatch: .requestBody(reason: "The request's body is not as long as announced.")
        // Without the values of a case, which may be those of header fields.
        default: .other(reason: "HTTP client: \(error.shortDescription)")
        }
    }

    private func translate(_ error: NIOConnectionError) -> TransportError {
        let attempts = error.connectionErrors.map { translate($0.error, at: .connecting) }
        // A name with several addresses fails on each in its own way, such as IPv6 without a road.
        if attempts.contains(.connectionRefused) { return .connectionRefused }
        return attempts.last ?? .hostNotFound
    }

    private func translate(_ error: ChannelError, at phase: Phase) -> TransportError {
        switch error {
        // What the client says of a kept connection that it finds closed when it comes to use it. A write that meets a
        // closed channel fails with the same, and is told apart by ``StaleConnectionHandler``.
        case .ioOnClosedChannel where phase == .head: .connectionStale
        case .connectTimeout: .connectTimeout
        case .ioOnClosedChannel, .alreadyClosed, .outputClosed, .inputClosed, .eof: .connectionLost
        default: .other(reason: "Channel: \(error)")
        }
    }
}
