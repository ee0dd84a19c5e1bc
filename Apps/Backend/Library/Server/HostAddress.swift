import Foundation

/// The name or IP address that a server listens on.
struct HostAddress: Sendable {
    let host: String

    /// Whether only this machine can reach it: `localhost`, 127.0.0.0/8 or `::1`. Any other name counts as remote,
    /// because it may resolve to any address.
    var isLoopback: Bool {
        if host == "::1" || host.lowercased() == "localhost" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.first == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    /// The origin for clients: `http://127.0.0.1:49152`. An IPv6 address needs brackets (RFC 3986, section 3.2.2).
    func origin(port: Int) -> URL? {
        URL(string: "http://\(host.contains(":") ? "[\(host)]" : host):\(port)")
    }
}
