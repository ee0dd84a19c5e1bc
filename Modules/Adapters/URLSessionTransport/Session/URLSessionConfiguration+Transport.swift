import Foundation
import Networking

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

/// The environment variables that libcurl reads for a proxy. No transport here uses them, because such a proxy would
/// see URLs, bodies and credentials without the app's consent.
struct ProxyVariables {
    var environment = ProcessInfo.processInfo.environment

    /// Throws if libcurl would send a request for this server to a proxy.
    func refuse(scheme: String, authority: String) throws(TransportError) {
        guard let name = variable(scheme: scheme), !isExcepted(Self.host(of: authority)) else { return }
        // The message omits the variable's value, which may contain a password.
        throw .unsendable(
            reason: """
                The environment variable \(name) is set, and URLSession on Linux would send the request to that proxy. \
                Unset it for this process, or set no_proxy to *.
                """)
    }

    /// The variable that libcurl would use, or `nil`. An empty one means no proxy and overrides `all_proxy`.
    private func variable(scheme: String) -> String? {
        // Not `HTTP_PROXY`: in a CGI program, a client can set it with a header field.
        let names = scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        let name = (names + ["all_proxy", "ALL_PROXY"]).first { environment[$0] != nil }
        return name.flatMap { environment[$0]?.isEmpty == false ? $0 : nil }
    }

    /// Whether `no_proxy` names the host or a parent domain. Other forms that libcurl supports (address ranges) are not
    /// checked, so requests to such hosts are refused.
    private func isExcepted(_ host: String) -> Bool {
        guard let exceptions = environment["no_proxy"] ?? environment["NO_PROXY"] else { return false }
        if exceptions == "*" { return true }
        return exceptions.lowercased().split { $0 == "," || $0 == " " }.contains { name in
            let name = name.hasPrefix(".") ? name.dropFirst() : name
            return !name.isEmpty && (host == name || host.hasSuffix("." + name))
        }
    }

    private static func host(of authority: String) -> String {
        let authority = authority.lowercased()
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return String(authority[authority.index(after: authority.startIndex)..<end])
        }
        return String(authority.prefix { $0 != ":" })
    }
}
