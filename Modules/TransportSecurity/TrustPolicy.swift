public import Foundation

/// Decides which server certificates an app trusts, and which certificate it has itself.
///
/// The default trusts the certificates that the operating system trusts. An app can add its own roots and pin keys. In
/// every case the transport's TLS stack first checks chain, validity and host name; pins are checked in addition.
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
/// A transport that can't enforce a policy throws when it is created with that policy.
public struct TrustPolicy: Sendable, Equatable {
    /// The certificates that may have signed a server's certificate.
    public var roots = TrustedRoots.system

    /// The pinned keys. If two sets have the same host, the first counts.
    public var pins: [PinSet] = []

    /// The app's own certificate, for each server that requests one; `nil` to identify without a certificate.
    public var clientCertificate: ClientCertificate?

    /// Normalized; set by ``acceptAnyCertificate(ofDevelopmentHost:)``, which release builds do not have.
    private var developmentHosts: Set<HostPattern> = []

    /// A policy that trusts the operating system's certificates and pins no key.
    public init() {}

    /// The pins for `host`, of which a server must match one; `nil` if the host has no pins.
    ///
    /// An exact host takes precedence over a parent that includes its subdomains, and a nearer parent over a more
    /// distant one. An expired set does not count.
    ///
    /// - Parameters:
    ///   - host: the host of the URL, in upper or lower case; an IPv6 address without brackets.
    ///   - now: the time on the wall clock, which decides about expiry.
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
    /// Accepts any certificate of the server with exactly this host name: self-signed, expired, or for another host.
    ///
    /// This method and the code that obeys it in the transports are under `#if DEBUG`: a release build that calls it
    /// does not compile, so it can't be shipped by mistake. Pins for the host are still checked.
    ///
    /// - Parameter host: one name or address, such as `localhost`; its subdomains are not included.
    public mutating func acceptAnyCertificate(ofDevelopmentHost host: String) throws(TrustPolicyError) {
        developmentHosts.insert(try HostPattern(host))
    }

    /// Whether ``acceptAnyCertificate(ofDevelopmentHost:)`` was called for `host`, given as in the URL.
    package func acceptsAnyCertificate(of host: String) -> Bool {
        developmentHosts.contains { $0.matches(host) }
    }
}
#endif
