import Foundation
import NIOSSL
import Networking

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
        ("NO_COMMON_SIGNATURE_ALGORITHMS", "The server and this machine have no signature algorithm in common."),
        (
            "WRONG_SIGNATURE_TYPE",
            "The server signed the handshake with an algorithm that is not accepted, such as SHA-1."
        ),
    ]

    private static let oldVersions = "The server doesn't speak TLS 1.2 or 1.3, and older versions are not accepted."
}
