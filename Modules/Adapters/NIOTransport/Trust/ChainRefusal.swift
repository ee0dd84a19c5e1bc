import Foundation
import Networking
import TransportSecurity

/// The error that says why a chain was refused.
///
/// NIOSSL does not pass on BoringSSL's reason. This type derives it from the refused certificate and the order of
/// BoringSSL's checks.
struct ChainRefusal {
    let error: TransportError

    /// - Parameters:
    ///   - certificate: the one that BoringSSL refused.
    ///   - isLeaf: whether it is the server's own.
    ///   - wasAccepted: whether BoringSSL had accepted its signature and dates before.
    init(_ certificate: ServerCertificate, isLeaf: Bool, wasAccepted: Bool, at moment: Date) {
        if let lapse = certificate.lapse(at: moment) {
            error = Self.lapsed(lapse, isLeaf: isLeaf)
        } else if wasAccepted {
            error = .insecure(
                .certificate,
                reason: "The certificate's issuer must not issue for this host: a name constraint excludes it.")
        } else if !certificate.isForServers {
            error = .insecure(
                .certificate,
                reason: "\(Self.subject(isLeaf)) is not for servers: its extended key usage does not include TLS "
                    + "server authentication.")
        } else if !isLeaf && !certificate.isAuthority {
            error = .insecure(
                .authority, reason: "The issuer of the server's certificate is not a certificate authority.")
        } else {
            error = .insecure(
                .authority, reason: "The server's certificate can't be traced to an authority that this app trusts.")
        }
    }

    static func lapsed(_ lapse: ServerCertificate.Lapse, isLeaf: Bool) -> TransportError {
        switch lapse {
        case .expired:
            .insecure(.validity, reason: "\(subject(isLeaf)) has expired, or this machine's clock is wrong.")
        case .early:
            .insecure(.validity, reason: "\(subject(isLeaf)) is not valid yet, or this machine's clock is wrong.")
        case .unreadable: .insecure(.certificate, reason: "\(subject(isLeaf)) has dates that can't be read.")
        }
    }

    static func weak(_ message: String) -> TransportError { .insecure(.certificate, reason: message) }

    static var unreadable: TransportError { .insecure(.certificate, reason: "The server's certificate can't be read.") }

    static var policies: TransportError {
        .insecure(
            .certificate,
            reason: "The server's certificates constrain certificate policies, which this transport does not evaluate.")
    }

    static var hostName: TransportError {
        .insecure(.hostName, reason: "The server's certificate is for another host.")
    }

    private static func subject(_ isLeaf: Bool) -> String {
        isLeaf ? "The server's certificate" : "An authority's certificate in the server's chain"
    }
}
