import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLSessionConfiguration {
    /// A configuration without cookies, caches, credentials and time limits of its own.
    static func transport(_ configuration: URLSessionTransportConfiguration) -> URLSessionConfiguration {
        let session = URLSessionConfiguration.ephemeral
        session.urlCache = nil
        session.urlCredentialStorage = nil
        session.httpCookieStorage = nil
        session.httpCookieAcceptPolicy = .never
        session.httpShouldSetCookies = false
        session.requestCachePolicy = .reloadIgnoringLocalCacheData
        session.httpMaximumConnectionsPerHost = max(1, configuration.connectionsPerHost)
        // The transport and interceptors limit the time. These values must be whole seconds for URLSession on libcurl.
        session.timeoutIntervalForRequest = 7 * 24 * 3_600
        session.timeoutIntervalForResource = 7 * 24 * 3_600
        return session
    }
}
