import NIOSSL
import Networking
import Primitives
import TransportSecurity

/// Follows BoringSSL through the chain of one server: adds the checks that BoringSSL does not make, and stores the reason of a
/// refusal, which BoringSSL does not report.
///
/// BoringSSL first reports a certificate that spoils the chain, if any, then every certificate from the top down to the
/// server's own. Bound to its connection's event loop.
final class ChainInspection {
    /// Why the chain was refused.
    private(set) var refusal: TransportError?

    /// The server's own certificate; set before the handshake begins.
    var leaf: () -> NIOSSLCertificate? = { nil }

    /// The certificates that the policy names, in DER.
    private let named: [[UInt8]]
    private let time: any TimeSource
    private var accepted: [[UInt8]] = []

    init(_ keys: KeyCheck) {
        named = keys.trust.roots.named.map { Array($0.der) }
        time = keys.time
    }

    /// What becomes of BoringSSL's verdict on one certificate of the chain.
    func judge(_ verdict: NIOSSLVerificationResult, on certificate: NIOSSLCertificate) -> NIOSSLVerificationResult {
        guard let der = try? certificate.toDERBytes(), let parts = ServerCertificate(der: der) else {
            return refuse(ChainRefusal.unreadable)
        }
        // BoringSSL reports a violated policy without a certificate, and NIOSSL then ends the process.
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
        // An anchor that another authority has signed is not reported, and BoringSSL does not look at its dates.
        return isTop && !isAnchor ? evaluateAnchor(above: parts) : .certificateVerified
    }

    /// A certificate that the policy names needs no chain: whatever BoringSSL says, it is trusted while it is valid.
    private func evaluateNamed(_ parts: ServerCertificate, isLeaf: Bool) -> NIOSSLVerificationResult {
        guard isLeaf else { return .certificateVerified }
        if let lapse = parts.lapse(at: time.now) { return refuse(ChainRefusal.lapsed(lapse, isLeaf: true)) }
        if let weakness = weakness(of: parts, isAnchor: true) { return refuse(weakness) }
        return .certificateVerified
    }

    private func evaluateAnchor(above parts: ServerCertificate) -> NIOSSLVerificationResult {
        let all = named.compactMap { ServerCertificate(der: $0) }
        // BoringSSL compares names with less care for case and encoding.
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
