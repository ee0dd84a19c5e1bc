import Foundation
import NIOSSL
import Networking
import Primitives
import TransportSecurity

/// Adds checks to BoringSSL's verification of one server's chain, and stores why the chain was refused, which BoringSSL
/// does not report.
///
/// BoringSSL first reports a certificate that makes the chain invalid, if any, then every certificate from the top down
/// to the server's own. Use it only on its connection's event loop.
final class ChainInspection {
    /// Why the chain was refused.
    private(set) var refusal: TransportError?

    /// Returns the server's own certificate. Set it before the handshake begins.
    var leaf: () -> NIOSSLCertificate? = { nil }

    /// The certificates that the policy names, in DER.
    private let named: [[UInt8]]
    private let time: any TimeSource
    private var accepted: [[UInt8]] = []

    init(_ keys: KeyCheck) {
        named = keys.trust.roots.named.map { Array($0.der) }
        time = keys.time
    }

    /// Accepts or overrides BoringSSL's verdict on one certificate of the chain.
    func evaluate(
        _ verdict: NIOSSLVerificationResult, on certificate: NIOSSLCertificate
    ) -> NIOSSLVerificationResult {
        guard let der = try? certificate.toDERBytes(), let parts = ServerCertificate(der: der) else {
            return refuse(ChainRefusal.unreadable)
        }
        // BoringSSL reports a violated policy without a certificate, and NIOSSL then crashes the process.
        guard !parts.constrainsPolicies else { return refuse(ChainRefusal.policies) }
        let leaf = try? leaf()?.toDERBytes()
        let isLeaf = der == leaf
        if let leaf, named.contains(leaf) { return evaluateNamed(parts, isLeaf: isLeaf) }
        guard verdict == .certificateVerified else {
            return refuse(ChainRefusal(parts, isLeaf: isLeaf, wasAccepted: accepted.contains(der), at: time.now).error)
        }
        let isTop = accepted.isEmpty
        let isAnchor = isTop && parts.issuer == parts.subject
        accepted.append(der)
        if let weakness = weakness(of: parts, isAnchor: isAnchor) { return refuse(weakness) }
        // BoringSSL does not report an anchor that another authority has signed, and does not check its dates.
        return isTop && !isAnchor ? evaluateAnchor(above: parts) : .certificateVerified
    }

    /// A certificate that the policy names needs no chain. While it is valid, it is trusted, whatever BoringSSL's
    /// verdict is.
    private func evaluateNamed(_ parts: ServerCertificate, isLeaf: Bool) -> NIOSSLVerificationResult {
        guard isLeaf else { return .certificateVerified }
        if let lapse = parts.lapse(at: time.now) { return refuse(ChainRefusal.lapsed(lapse, isLeaf: true)) }
        if let weakness = weakness(of: parts, isAnchor: true) { return refuse(weakness) }
        return .certificateVerified
    }

    private func evaluateAnchor(above parts: ServerCertificate) -> NIOSSLVerificationResult {
        let all = named.compactMap { ServerCertificate(der: $0) }
        // BoringSSL compares names regardless of case and encoding, so any anchor may be the issuer if none matches.
        let issuers = all.filter { $0.subject == parts.issuer }
        let anchors = issuers.isEmpty ? all : issuers
        let moment = time.now
        guard let sound = anchors.first(where: { $0.lapse(at: moment) == nil }) else {
            return refuse(ChainRefusal.lapsed(anchors.first?.lapse(at: moment) ?? .unreadable, isLeaf: false))
        }
        if let weakness = weakness(of: sound, isAnchor: true) { return refuse(weakness) }
        return .certificateVerified
    }

    private func weakness(of parts: ServerCertificate, isAnchor: Bool) -> TransportError? {
        if let weakness = parts.keyWeakness { return ChainRefusal.weak("A certificate of the server has \(weakness).") }
        guard !isAnchor, parts.isSignedWithBrokenDigest else { return nil }
        return ChainRefusal.weak(
            "A certificate of the server is signed with SHA-1 or an older digest: it may be forged.")
    }

    private func refuse(_ error: TransportError) -> NIOSSLVerificationResult {
        refusal = refusal ?? error
        return .failed
    }
}

extension TrustedRoots {
    fileprivate var named: [RootCertificate] {
        switch self {
        case .system: []
        case .systemAnd(let certificates), .only(let certificates): certificates
        }
    }
}

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
