import Foundation
import Networking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Turns every error of URLSession into the port's, here and in ``CurlFailure`` and nowhere else.
struct FailureTranslator {
    /// - Parameter hasHead: whether a head has been received, on which it depends what an ending means.
    func translate(_ error: any Error, hasHead: Bool) -> TransportError {
        guard let error = error as? URLError else { return foreign(error as NSError, hasHead: hasHead) }
        // Behind libcurl this code is sure, and most others are not.
        if error.code == .cannotConnectToHost { return .connectionRefused }
        if let failure = CurlFailure(error.localizedDescription).translated(hasHead: hasHead) { return failure }
        switch error.code {
        case .cancelled, .userCancelledAuthentication: return .closed
        case .cannotFindHost, .dnsLookupFailed: return .hostNotFound
        case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive: return .unreachable
        case .networkConnectionLost: return hasHead ? .truncatedResponse : .connectionLost
        // The exchange's own time limit is another; this one is the system's, for a connection.
        case .timedOut: return .connectTimeout
        case .serverCertificateHasBadDate, .serverCertificateNotYetValid:
            return .insecure(.validity, reason: "The server's certificate has expired, or is not valid yet.")
        case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot:
            return .insecure(.authority, reason: "Nobody whom this machine trusts has signed the server's certificate.")
        case .secureConnectionFailed, .clientCertificateRejected, .clientCertificateRequired:
            return .insecure(.handshake, reason: "No secure connection could be agreed on with the server.")
        case .badURL, .unsupportedURL, .appTransportSecurityRequiresSecureConnection:
            return .unsendable(reason: "URLSession refuses the request: \(error.localizedDescription)")
        case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData:
            return .invalidResponse(reason: "URLSession: \(error.localizedDescription)")
        default:
            return .other(reason: "URLSession error \(error.code.rawValue): \(error.localizedDescription)")
        }
    }

    /// Of an error of another domain only its number may be told: what it prints can hold the whole URL.
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
