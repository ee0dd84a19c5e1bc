public import Foundation

/// The keys of which a host has to show one.
///
/// Pin two at least: the key in use, and one that is kept offline for the day when the first is lost. An app whose only
/// pin is no longer served can't be told so by the server it refuses to speak to.
public struct PinSet: Sendable, Equatable {
    let pattern: HostPattern
    /// Whether the set is for all names below the host as well, however deep.
    public let includesSubdomains: Bool
    public let keys: [KeyPin]
    /// From then on the set no longer counts, and chain and host name alone decide: an app that nobody updates outlives its
    /// keys.
    public let expires: Date?

    /// The name or address: in lower case, without a dot at its end.
    public var host: String { pattern.host }

    /// - Parameters:
    ///   - host: a name in ASCII, or an address (IPv6 without brackets); without port, wildcard or scheme.
    ///   - includingSubdomains: for names only. `example.com` then stands for `a.b.example.com` too, and never for
    ///     `badexample.com`.
    ///   - keys: two different ones at least.
    ///   - expires: `nil` for never.
    ///   - acceptingNoBackup: allows a single key, for those who know what its loss costs.
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

    /// Whether the set is for `host`, which is written in any way that a URL allows.
    func matches(_ host: String) -> Bool {
        pattern.matches(host, includingSubdomains: includesSubdomains)
    }
}
