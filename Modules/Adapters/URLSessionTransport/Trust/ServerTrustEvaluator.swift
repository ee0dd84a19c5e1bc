import Foundation
import Networking
import TransportSecurity

/// The rules of a trust policy for a server's certificate, without the system's evaluation.
struct ServerTrustEvaluator: Sendable {
    let keys: KeyCheck

    /// The error if the policy refuses the server, or `nil` if it accepts it.
    ///
    /// - Parameters:
    ///   - host: URLSession's name for the host; an IPv6 address may have brackets.
    ///   - certificate: returns the server's own certificate in DER; called only if the host has pins.
    ///   - system: returns the system's error for chain, time or host name; not called for a development host.
    func objection(
        to host: String, showing certificate: () -> Data?, system: () -> TransportError?
    ) -> TransportError? {
        let host = host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host
        if !acceptsAnyCertificate(of: host), let objection = system() { return objection }
        do throws(KeyRefusal) {
            try keys.allow({ certificate().flatMap { ServerCertificate(der: $0)?.publicKey } }, of: host)
            return nil
        } catch {
            return TransportError(error)
        }
    }

    private func acceptsAnyCertificate(of host: String) -> Bool {
        #if DEBUG
        keys.trust.acceptsAnyCertificate(of: host)
        #else
        false
        #endif
    }
}
