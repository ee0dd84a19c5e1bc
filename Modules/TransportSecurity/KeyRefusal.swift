/// Why ``KeyCheck`` refused a server. A transport reports it as an insecure connection.
package enum KeyRefusal: Error, Sendable, Equatable {
    /// The public key of the server's certificate can't be read.
    case unreadable
    /// The key matches no pin of the host. The pin is that of the refused key, so that a developer can add it to the
    /// policy; `nil` if it could not be computed.
    case unpinned(KeyPin?, host: String)
    /// The host has pins, but the connection has no TLS.
    case unencrypted(host: String)

    /// The reason as one sentence in English.
    package var reason: String {
        switch self {
        case .unreadable: return "The key of the server's certificate can't be read."
        case .unpinned(let pin, let host):
            // A fingerprint is not secret, and you need it to update the pins.
            let key = pin.map { " (\($0))" } ?? ""
            return "The key\(key) of the server's certificate matches no pin of this app for \(host)."
        case .unencrypted(let host):
            return "This app pins the keys of \(host), and a connection over plain http has no key."
        }
    }
}
