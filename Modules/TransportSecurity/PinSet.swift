public import Foundation

/// The pinned keys of a host. A server of that host must have one of them.
///
/// Pin at least two keys: the one in use, and a backup key that is stored offline in case the first is lost. If an app
/// has one pin and the server loses that key, the app refuses the server, and the server can't send it a new pin.
public struct PinSet: Sendable, Equatable {
    let pattern: HostPattern
    /// Whether the set also applies to all subdomains of the host, at any depth.
    public let includesSubdomains: Bool
    /// The pins. One of them must match the key of the server.
    public let keys: [KeyPin]
    /// When the set expires. After that only chain and host name are checked, so that an app without updates still
    /// works after the server's keys were replaced. `nil` for never.
    public let expires: Date?

    /// The host name or address in lower case, without a trailing dot.
    public var host: String { pattern.host }

    /// - Parameters:
    ///   - host: a name in ASCII, or an address (IPv6 without brackets); without port, wildcard or scheme.
    ///   - includingSubdomains: for names only. `example.com` then also matches `a.b.example.com`, but never
    ///     `badexample.com`.
    ///   - keys: at least two different ones.
    ///   - expires: when the set expires; `nil` for never.
    ///   - acceptingNoBackup: allows a single key. If the server loses it, the app can't connect until you update it.
    public init(
        host: String, includingSubdomains: Bool = false, keys: [KeyPin], expires: Date? = nil,
        acceptingNoBackup: Bool = false
    ) throws(TrustPolicyError) {
        pattern = try HostPattern(host)
        guard !(includingSubdomains && pattern.isAddress) else { throw .subdomainsOfAddress(host) }
        let different = Set(keys).count
        guard different > 0 else { throw .noPin(host) }
        guard different > 1 || acceptingNoBackup else { throw .noBackupPin(host) }
        self.includesSubdomains = includingSubdomains
        self.keys = keys
        self.expires = expires
    }

    /// Whether the set applies to `host`, in any spelling that a URL allows.
    func matches(_ host: String) -> Bool {
        pattern.matches(host, includingSubdomains: includesSubdomains)
    }
}
