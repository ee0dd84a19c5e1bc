import Foundation
import Networking

/// The environment variables by which libcurl finds a proxy. No transport here uses them: a proxy in the environment would
/// see URLs, bodies and credentials of calls whose app never chose it.
struct ProxyVariables {
    var environment = ProcessInfo.processInfo.environment

    /// Throws if libcurl would send a request for this server to a proxy.
    func refuse(scheme: String, authority: String) throws(TransportError) {
        guard let name = variable(scheme: scheme), !isExcepted(Self.host(of: authority)) else { return }
        // Its value is left out: it may hold a password.
        throw .unsendable(
            reason: """
                The environment variable \(name) is set, and URLSession on Linux would send the request to that proxy. \
                Unset it for this process, or set no_proxy to *.
                """)
    }

    /// The name of the variable that counts. An empty one stands for no proxy, and hides `all_proxy`.
    private func variable(scheme: String) -> String? {
        // Not `HTTP_PROXY`: to a CGI program, that is a header field of its client.
        let names = scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
        let name = (names + ["all_proxy", "ALL_PROXY"]).first { environment[$0] != nil }
        return name.flatMap { environment[$0]?.isEmpty == false ? $0 : nil }
    }

    /// Whether `no_proxy` names the host or a domain that it is in. libcurl knows more forms (address ranges); a host that
    /// only such a form excepts is refused.
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
