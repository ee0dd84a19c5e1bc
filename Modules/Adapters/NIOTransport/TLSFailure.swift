import Foundation
import NIOSSL
import Networking

/// Says which check of a TLS handshake failed.
///
/// BoringSSL's reasons for refusing a chain don't get out of NIOSSL. But the certificate does: its dates tell whether time
/// was the reason, and otherwise the chain led to nobody who is trusted.
enum TLSFailure {
    /// The server's own certificate, and when it was looked at.
    struct Presented {
        let certificate: NIOSSLCertificate
        let now: Date
    }

    /// `nil` if `error` has nothing to do with TLS.
    static func translate(_ error: any Error, about presented: Presented? = nil) -> TransportError? {
        switch error {
        case let error as NIOSSLExtraError:
            error == .failedToValidateHostname
                ? .insecure(.hostName, reason: "The server's certificate is for another host.")
                : .insecure(.handshake, reason: "TLS: \(error)")
        case NIOSSLError.handshakeFailed(let failure):
            translate(failure, presented)
        case let error as NIOSSLError:
            .insecure(.handshake, reason: "TLS: \(error)")
        case let error as BoringSSLError:
            translate(error, presented)
        default:
            nil
        }
    }

    private static func translate(_ failure: BoringSSLError, _ presented: Presented?) -> TransportError {
        guard case .sslError(let stack) = failure else { return .insecure(.handshake, reason: "TLS: \(failure)") }
        if stack.contains(.eofDuringHandshake) { return .connectionLost }
        // BoringSSL's reasons reach us as text only.
        let text = stack.map(\.description).joined(separator: " ")
        if text.contains("CERTIFICATE_VERIFY_FAILED") { return refusal(of: presented) }
        let sentence = sentences.first { text.contains($0.key) }?.sentence
        return .insecure(.handshake, reason: sentence ?? "TLS: \(text)")
    }

    private static func refusal(of presented: Presented?) -> TransportError {
        guard let presented else { return .insecure(.certificate, reason: "The server's certificate is not valid.") }
        let now = presented.now.timeIntervalSince1970
        if now > TimeInterval(presented.certificate.notValidAfter) {
            return .insecure(
                .validity, reason: "The server's certificate has expired. Or this machine's clock is wrong.")
        }
        if now < TimeInterval(presented.certificate.notValidBefore) {
            return .insecure(
                .validity, reason: "The server's certificate is not valid yet. Or this machine's clock is wrong.")
        }
        return .insecure(
            .authority, reason: "The server's certificate can't be traced to an authority that this app trusts.")
    }

    private static let sentences: [(key: String, sentence: String)] = [
        ("WRONG_VERSION_NUMBER", "The server doesn't speak TLS on this port."),
        ("UNSUPPORTED_PROTOCOL", "The server speaks only old versions of TLS."),
        ("PROTOCOL_VERSION", "The server speaks only other versions of TLS."),
        ("HANDSHAKE_FAILURE", "The server and this machine have no cipher in common."),
        ("CERTIFICATE_REQUIRED", "The server wants a certificate from this client."),
    ]
}
