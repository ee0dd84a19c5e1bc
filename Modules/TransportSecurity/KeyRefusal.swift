/// Why ``KeyCheck`` refused a server. A transport reports it as an insecure connection.
package enum KeyRefusal: Error, Sendable, Equatable {
    /// The key of the server's certificate can't be read.
    case unreadable
    /// The key is none of those that are pinned for the host.
    case unpinned(KeyPin?, host: String)
    /// The host has pins, and the connection has no TLS.
    case unencrypted(host: String)

    /// One sentence for people.
    package var reason: String {
        switch self {
        case .unreadable: return "The key of the server's certificate can't be read."
        case .unpinned(let pin, let host):
            // A fingerprint is no secret, and whoever updates the pins needs it.
            let key = pin.map { " (\($0))" } ?? ""
            return "The key\(key) that the server showed is none of those that this app accepts for \(host)."
        case .unencrypted(let host): return "This app accepts \(host) by its key only, and plain http shows none."
        }
    }
}
