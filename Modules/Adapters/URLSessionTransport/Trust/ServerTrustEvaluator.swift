import Foundation
import Networking
import TransportSecurity

/// What a policy says of a server that shows its certificate: the rules, without the system's part in it.
struct ServerTrustEvaluator: Sendable {
    let keys: KeyCheck

    /// What speaks against the server, or `nil`.
    ///
    /// - Parameters:
    ///   - host: as URLSession names it; an IPv6 address with its brackets or without.
    ///   - certificate: the server's own in DER, asked for only where the host has pins.
    ///   - system: what the system has against chain, time and host name. Not asked about a development host.
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
