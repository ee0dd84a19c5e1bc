import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Networking

/// Translates every error of SwiftNIO and BoringSSL to `TransportError`.
struct FailureTranslator: Sendable {
    /// The progress of the exchange, which decides what an end of the connection means.
    enum Phase {
        /// There is no connection yet.
        case connecting
        /// No head has been received.
        case head
        case body
    }

    func translate(_ error: any Error, at phase: Phase) -> TransportError {
        switch error {
        case let error as TransportError: error
        case is CancellationError: .cancelled
        case let error as NIOConnectionError: translate(error)
        case let error as IOError: translate(error)
        case let error as ChannelError: translate(error)
        case let error as HTTPParserError: translate(error, at: phase)
        case is NIOHTTPDecoderError:
            .invalidResponse(reason: "The server sent a response without a request.")
        case NIOSSLError.uncleanShutdown: endedEarly(at: phase)
        default: TLSFailure.translate(error) ?? .other(reason: "\(type(of: error)): \(error)")
        }
    }

    private func endedEarly(at phase: Phase) -> TransportError {
        phase == .body ? .truncatedResponse : .connectionLost
    }

    private func translate(_ error: HTTPParserError, at phase: Phase) -> TransportError {
        switch error {
        case .invalidEOFState: endedEarly(at: phase)
        case .headerOverflow:
            .invalidResponse(
                reason: "It has more than \(NIOHTTPDecoderLimitConfiguration().maxHeaderFieldCount) header fields.")
        case .invalidConstant, .invalidVersion: .invalidResponse(reason: "It is not HTTP/1.1.")
        case .invalidContentLength, .unexpectedContentLength:
            .invalidResponse(reason: "Its Content-Length is not valid, or contradicts another field.")
        case .invalidChunkSize: .invalidResponse(reason: "Its chunked body is damaged.")
        case .invalidHeaderToken, .lfExpected: .invalidResponse(reason: "One of its header fields is not valid.")
        case .invalidStatus: .invalidResponse(reason: "Its status line is not valid.")
        default: .invalidResponse(reason: "It is not valid HTTP/1.1 (\(error)).")
        }
    }

    private func translate(_ error: NIOConnectionError) -> TransportError {
        let attempts = error.connectionErrors.map { translate($0.error, at: .connecting) }
        // A host with several addresses may fail on each in a different way, such as IPv6 without a route.
        if attempts.contains(.connectionRefused) { return .connectionRefused }
        // The resolver reports no cause.
        return attempts.last ?? (canOpenFile ? .hostNotFound : tooManyFiles)
    }

    private func translate(_ error: ChannelError) -> TransportError {
        switch error {
        case .connectTimeout: .connectTimeout
        case .ioOnClosedChannel, .alreadyClosed, .outputClosed, .inputClosed, .eof: .connectionLost
        default: .other(reason: "Channel: \(error)")
        }
    }
}
