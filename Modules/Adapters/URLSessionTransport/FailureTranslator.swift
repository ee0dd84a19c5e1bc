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
        case ECONNABORTED, ECONNRESET, EPIPE, ENOTCONN: return hasHead ? .truncatedResponse : .connectionLost
        case ENETDOWN, ENETUNREACH, EHOSTDOWN, EHOSTUNREACH: return .unreachable
        case ETIMEDOUT: return .connectTimeout
        default: return .other(reason: "\(error.domain) \(error.code)")
        }
    }
}
