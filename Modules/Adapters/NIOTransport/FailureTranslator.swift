import Foundation
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
        case let error as IOError:
            // On a connection, the server may have received the request before its host went away.
            phase != .connecting && translate(error) == .unreachable ? endedEarly(at: phase) : translate(error)
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
        default: .invalidResponse(reason: "It is not valid HTTP/1.1.")
        }
    }

    private func translate(_ error: NIOConnectionError) -> TransportError {
        // The resolver reports no cause.
        Self.error(of: error.connectionErrors.map { translate($0.error, at: .connecting) })
            ?? (canOpenFile ? .hostNotFound : tooManyFiles)
    }

    /// The error for a host whose addresses have failed with `attempts`; `nil` for no attempts. Each address may fail
    /// in a different way, such as IPv6 without a route, and a refused connection says most: the host is there.
    static func error(of attempts: [TransportError]) -> TransportError? {
        attempts.contains(.connectionRefused) ? .connectionRefused : attempts.last
    }

    private func translate(_ error: ChannelError) -> TransportError {
        switch error {
        case .connectTimeout: .connectTimeout
        case .ioOnClosedChannel, .alreadyClosed, .outputClosed, .inputClosed, .eof: .connectionLost
        default: .other(reason: "Channel: \(error)")
        }
    }
}

extension FailureTranslator {
    /// Translates an error of the operating system (POSIX `errno`).
    func translate(_ error: IOError) -> TransportError {
        switch error.errnoCode {
        case ECONNREFUSED: .connectionRefused
        case ECONNRESET, EPIPE, ECONNABORTED, ENOTCONN, ETIMEDOUT: .connectionLost
        case ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL, EACCES, EPERM: .unreachable
        case EMFILE, ENFILE: tooManyFiles
        default: .other(reason: "System error \(error.errnoCode): \(String(cString: strerror(error.errnoCode)))")
        }
    }

    var tooManyFiles: TransportError {
        .other(reason: "Too many files are open. Close some, or raise the limit (ulimit -n).")
    }

    /// Whether a file descriptor is free. Without one, no name can be looked up.
    var canOpenFile: Bool {
        let file = dup(STDERR_FILENO)
        guard file >= 0 else { return errno != EMFILE && errno != ENFILE }
        close(file)
        return true
    }
}

/// Translates errors of TLS handshakes.
enum TLSFailure {
    /// The translated error, or `nil` if `error` is not a TLS error.
    ///
    /// - Parameter refusal: why the server's chain was refused, because BoringSSL itself reports no reason.
    static func translate(_ error: any Error, refusal: TransportError? = nil) -> TransportError? {
        switch error {
        case let error as NIOSSLExtraError:
            error == .failedToValidateHostname ? ChainRefusal.hostName : .insecure(.handshake, reason: "TLS: \(error)")
        case NIOSSLError.handshakeFailed(let failure), NIOSSLError.shutdownFailed(let failure):
            translate(failure, refusal)
        case let error as NIOSSLError:
            .insecure(.handshake, reason: "TLS: \(error)")
        case let error as BoringSSLError:
            translate(error, refusal)
        default:
            nil
        }
    }

    /// The error for TLS that could not be set up on this machine, before anything was sent.
    static func ofSetup(_ error: any Error) -> TransportError {
        let errors = (error as? BoringSSLError).flatMap { Self.stack(of: $0) }
        let cause = errors.map { $0.map { reason(in: $0.description) }.joined(separator: ", ") } ?? "\(error)"
        return .other(reason: "TLS can't be set up, because the trusted certificates can't be read (\(cause)).")
    }

    private static func stack(of failure: BoringSSLError) -> NIOBoringSSLErrorStack? {
        switch failure {
        case .sslError(let errors), .unknownError(let errors), .invalidSNIName(let errors),
            .failedToSetALPN(let errors):
            errors
        default: nil
        }
    }

    private static func translate(_ failure: BoringSSLError, _ refusal: TransportError?) -> TransportError {
        guard let stack = stack(of: failure) else {
            return .insecure(.handshake, reason: "The TLS handshake failed (\(failure)).")
        }
        if stack.contains(.eofDuringHandshake) { return .connectionLost }
        // BoringSSL's reasons are available as text only.
        let reasons = stack.map { reason(in: $0.description) }
        let text = reasons.joined(separator: ", ")
        if text.contains("CERTIFICATE_VERIFY_FAILED") {
            return refusal ?? .insecure(.certificate, reason: "The server's certificate is not valid.")
        }
        let message = sentences.first { text.contains($0.key) }?.message
        return .insecure(.handshake, reason: message ?? "The TLS handshake failed (\(text)).")
    }

    /// Extracts `WRONG_VERSION_NUMBER` from `… routines:OPENSSL_internal:WRONG_VERSION_NUMBER at FILE:LINE`. The file
    /// is a path on the build machine.
    private static func reason(in description: String) -> String {
        let text =
            description.range(of: " at ", options: .backwards).map { description[..<$0.lowerBound] } ?? description[...]
        return String(text.range(of: "OPENSSL_internal:").map { text[$0.upperBound...] } ?? text)
    }

    private static let sentences: [(key: String, message: String)] = [
        ("WRONG_VERSION_NUMBER", "The server doesn't speak TLS on this port."),
        ("UNSUPPORTED_PROTOCOL", oldVersions),
        ("PROTOCOL_VERSION", oldVersions),
        (
            "HANDSHAKE_FAILURE",
            "The server refused the handshake: it has no cipher in common with this machine, or it requires a "
                + "client certificate."
        ),
        ("CERTIFICATE_REQUIRED", "The server requires a client certificate, and this client has none."),
        ("ALERT_UNKNOWN_CA", "The server doesn't trust the issuer of this client's certificate."),
        ("ALERT_CERTIFICATE_EXPIRED", "The server refused this client's certificate, because it has expired."),
        ("ALERT_CERTIFICATE_REVOKED", "The server refused this client's certificate, because it was revoked."),
        ("ALERT_BAD_CERTIFICATE", "The server refused this client's certificate."),
        ("ALERT_UNSUPPORTED_CERTIFICATE", "The server refused this client's certificate, because of its kind."),
        ("ALERT_CERTIFICATE_UNKNOWN", "The server refused this client's certificate."),
        ("ALERT_ACCESS_DENIED", "The server accepted this client's certificate, but refused access."),
        ("UNRECOGNIZED_NAME", "The server has no certificate for this host name."),
        ("NO_COMMON_SIGNATURE_ALGORITHMS", "The server and this machine have no signature algorithm in common."),
        (
            "WRONG_SIGNATURE_TYPE",
            "The server signed the handshake with an algorithm that is not accepted, such as SHA-1."
        ),
    ]

    private static let oldVersions = "The server doesn't speak TLS 1.2 or 1.3, and older versions are not accepted."
}
