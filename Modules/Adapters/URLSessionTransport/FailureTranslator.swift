import Foundation
import Networking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Translates every error of URLSession to `TransportError`, together with ``CurlFailure``.
struct FailureTranslator {
    /// - Parameter hasHead: whether the head was received. It decides between a lost connection and a truncated
    ///   response.
    func translate(_ error: any Error, hasHead: Bool) -> TransportError {
        guard let error = error as? URLError else { return foreign(error as NSError, hasHead: hasHead) }
        // On libcurl this code is reliable, but most others are not.
        if error.code == .cannotConnectToHost { return .connectionRefused }
        if let failure = CurlFailure(error.localizedDescription).translated(hasHead: hasHead) { return failure }
        switch error.code {
        case .cancelled, .userCancelledAuthentication: return .closed
        case .cannotFindHost, .dnsLookupFailed: return .hostNotFound
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive: return .unreachable
        case .networkConnectionLost: return hasHead ? .truncatedResponse : .connectionLost
        // The system's limit for connecting; the exchange has its own idle timeout.
        case .timedOut: return .connectTimeout
        case .serverCertificateHasBadDate, .serverCertificateNotYetValid:
            return .insecure(.validity, reason: "The server's certificate has expired, or is not valid yet.")
        case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot:
            return .insecure(
                .authority, reason: "No authority that this machine trusts has signed the server's certificate.")
        case .secureConnectionFailed, .clientCertificateRejected, .clientCertificateRequired:
            return .insecure(.handshake, reason: "The TLS handshake with the server failed.")
        case .badURL, .unsupportedURL, .appTransportSecurityRequiresSecureConnection:
            return .unsendable(reason: "URLSession refuses the request: \(error.localizedDescription)")
        case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData:
            return .invalidResponse(reason: "URLSession: \(error.localizedDescription)")
        default:
            return .other(reason: "URLSession error \(error.code.rawValue): \(error.localizedDescription)")
        }
    }

    /// Reports only domain and code of an unknown error, because its text may contain the whole URL.
    private func foreign(_ error: NSError, hasHead: Bool) -> TransportError {
        guard error.domain == NSPOSIXErrorDomain else { return .other(reason: "\(error.domain) \(error.code)") }
        switch Int32(truncatingIfNeeded: error.code) {
        case ECONNREFUSED: return .connectionRefused
        // The last of these errors can also end a connection whose request has arrived.
        case ECONNABORTED, ECONNRESET, EPIPE, ENOTCONN, ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH, ETIMEDOUT:
            return hasHead ? .truncatedResponse : .connectionLost
        default: return .other(reason: "\(error.domain) \(error.code)")
        }
    }
}

/// Translates libcurl's error messages.
///
/// URLSession on libcurl has one code (-1) for most failures and a misleading one for some, so only the text tells them
/// apart. If an update of libcurl changes a text, the translated error only becomes less precise.
struct CurlFailure {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// The error for the text, or `nil` if it is unknown.
    ///
    /// - Parameter hasHead: whether the head was received. It decides between a lost connection and a truncated
    ///   response.
    func translated(hasHead: Bool) -> TransportError? {
        if let known = Self.checks.first(where: { text.contains($0.words) }) {
            return .insecure(known.check, reason: known.message)
        }
        if Self.endings.contains(where: text.contains) { return hasHead ? .truncatedResponse : .connectionLost }
        if Self.malformations.contains(where: text.contains) { return .invalidResponse(reason: "libcurl: \(text)") }
        if Self.roadblocks.contains(where: text.contains) { return .unreachable }
        if Self.handshakes.contains(where: text.contains) { return .insecure(.handshake, reason: "libcurl: \(text)") }
        return nil
    }

    private static let checks: [(words: String, check: SecurityCheck, message: String)] = [
        ("certificate has expired", .validity, "The server's certificate has expired."),
        ("certificate is not yet valid", .validity, "The server's certificate is not valid yet."),
        ("no alternative certificate subject name", .hostName, "The server's certificate is for another host."),
        ("does not match target host name", .hostName, "The server's certificate is for another host."),
        ("issuer certificate", .authority, untrusted),
        ("self-signed certificate", .authority, untrusted),
        ("self signed certificate", .authority, untrusted),
        ("certificate problem", .certificate, "The server's certificate is not valid."),
        ("wrong version number", .handshake, "The server doesn't speak TLS on this port."),
    ]

    private static let untrusted = "No authority that this machine trusts has signed the server's certificate."

    private static let endings = [
        "Empty reply from server", "transfer closed with", "unexpected eof", "SSL_ERROR_SYSCALL",
        "Connection reset by peer",
        "was not closed cleanly", "HTTP/2 framing layer", "Broken pipe", "Recv failure", "Send failure",
        "receiving data from the peer", "sending data to the peer",
    ]

    private static let malformations = [
        "HTTP/0.9", "response code", "HTTP version", "subversion", "header", "content encoding", "content unencoding",
        "chunked-encoding",
    ]

    private static let roadblocks = ["unreachable", "No route to host", "Couldn't connect", "Failed to connect"]

    private static let handshakes = ["SSL", "TLS"]
}
