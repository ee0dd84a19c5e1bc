import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSessionConfiguration {
    /// A session that keeps nothing and does nothing on its own account.
    static func transport(_ configuration: URLSessionTransportConfiguration) -> URLSessionConfiguration {
        let session = URLSessionConfiguration.ephemeral
        session.urlCache = nil
        session.urlCredentialStorage = nil
        session.httpCookieStorage = nil
        session.httpCookieAcceptPolicy = .never
        session.httpShouldSetCookies = false
        session.requestCachePolicy = .reloadIgnoringLocalCacheData
        session.httpMaximumConnectionsPerHost = max(1, configuration.connectionsPerHost)
        // Time is limited by the transport and by interceptors. Whole seconds, which is all that libcurl's stack reads.
        session.timeoutIntervalForRequest = 7 * 24 * 3_600
        session.timeoutIntervalForResource = 7 * 24 * 3_600
        return session
    }
}
