import NIOSSL
import Networking

/// Says which check of a TLS handshake failed, as far as NIOSSL tells.
///
/// Not every failed handshake comes here: on a busy event loop the connection may be gone before the client has looked at
/// it, and then the client says only that it was closed (``Networking/TransportError/connectionLost``).
enum TLSFailure {
    /// `nil` if `error` has nothing to do with TLS.
    static func translate(_ error: any Error) -> TransportError? {
        switch error {
        case let error as NIOSSLExtraError:
            error == .failedToValidateHostname
                ? .insecure(.hostName, reason: "The server's certificate is for another host.")
                : .insecure(.handshake, reason: "TLS: \(error)")
        case NIOSSLError.handshakeFailed(let failure):
            translate(failure)
        case let error as NIOSSLError:
            .insecure(.handshake, reason: "TLS: \(error)")
        case let error as BoringSSLError:
            translate(error)
        default:
            nil
        }
    }

    private static func translate(_ failure: BoringSSLError) -> TransportError {
        guard case .sslError(let stack) = failure else { return .insecure(.handshake, reason: "TLS: \(failure)") }
        if stack.contains(.eofDuringHandshake) { return .connectionLost }
        // BoringSSL's reasons reach us as text only. NIOSSL doesn't pass on why a chain was not valid.
        let text = stack.map(\.description).joined(separator: " ")
        let known = reasons.first { text.contains($0.key) }
        return .insecure(known?.check ?? .handshake, reason: known?.sentence ?? "TLS: \(text)")
    }

    private static let reasons: [(key: String, check: SecurityCheck, sentence: String)] = [
        (
            "CERTIFICATE_VERIFY_FAILED", .certificate,
            "The server's certificate is not valid: it has expired, or nobody whom this machine trusts has signed it."
        ),
        ("WRONG_VERSION_NUMBER", .handshake, "The server doesn't speak TLS on this port."),
        ("UNSUPPORTED_PROTOCOL", .handshake, "The server speaks only old versions of TLS."),
        ("PROTOCOL_VERSION", .handshake, "The server speaks only other versions of TLS."),
        ("HANDSHAKE_FAILURE", .handshake, "The server and this machine have no cipher in common."),
        ("CERTIFICATE_REQUIRED", .handshake, "The server wants a certificate from this client."),
    ]
}
