public import Foundation

/// Whom an app believes when a server shows its certificate.
///
/// The default trusts whom the machine trusts. On top of that an app may name roots of its own and pin keys. Whatever it
/// names, a transport first lets its TLS stack check chain, time and host name; pins are asked for in addition.
///
/// ```swift
/// var trust = TrustPolicy()
/// trust.roots = .systemAnd(try RootCertificate.parse(pem: companyRoots))
/// trust.pins = [
///     try PinSet(
///         host: "api.example.com", includingSubdomains: true,
///         keys: ["sha256/…", "sha256/…"].map { try KeyPin($0) })
/// ]
/// ```
///
/// A transport that can't keep a policy refuses to be made with it.
public struct TrustPolicy: Sendable, Equatable {
    /// Who may have signed a server's certificate.
    public var roots = TrustedRoots.system

    /// Of sets for the same host, the first counts.
    public var pins: [PinSet] = []

    /// Normalised; filled by ``acceptAnyCertificate(ofDevelopmentHost:)``, which release builds don't have.
    private var developmentHosts: Set<HostPattern> = []

    /// Trusts whom the machine trusts, and pins nothing.
    public init() {}

    /// The keys of which a server called `host` has to show one, or `nil` where none are asked for.
    ///
    /// An exact host outranks a parent that includes its subdomains, and a nearer parent one further up. A set that has
    /// expired is as good as absent.
    ///
    /// - Parameters:
    ///   - host: as it stands in the URL, in any case; an IPv6 address without its brackets.
    ///   - now: the calendar's time, which decides about expiry.
    public func requiredKeys(of host: String, at now: Date) -> [KeyPin]? {
        let valid = pins.lazy.filter { set in set.expires.map { now < $0 } ?? true }
        // The longer of two patterns that match the same host is the nearer one; `max` would take the last of equals.
        return valid.filter { $0.matches(host) }.reduce(nil) { (best: PinSet?, next) in
            guard let best, best.pattern.host.utf8.count >= next.pattern.host.utf8.count else { return next }
            return best
        }?.keys
    }
}

#if DEBUG
extension TrustPolicy {
    /// Lets the server called exactly `host` show any certificate at all: self-signed, expired, another host's.
    ///
    /// It stands under `#if DEBUG` here, and what obeys it in the transports does too: a release build that calls it doesn't
    /// compile, rather than shipping a door that is open. Pins for the host are still asked for.
    ///
    /// - Parameter host: one name or address, such as `localhost`; its subdomains are not meant.
    public mutating func acceptAnyCertificate(ofDevelopmentHost host: String) throws(TrustPolicyError) {
        developmentHosts.insert(try HostPattern(host))
    }

    /// Whether `host`, as it stands in the URL, is one of those.
    package func acceptsAnyCertificate(of host: String) -> Bool {
        developmentHosts.contains { $0.matches(host) }
    }
}
#endif
