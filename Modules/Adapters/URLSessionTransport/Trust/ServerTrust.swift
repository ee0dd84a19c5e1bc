import Foundation
import Networking
import Primitives
import TransportSecurity

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if canImport(Security)
import Dispatch
import Security

/// Responds to URLSession's server trust challenges with ``ServerTrustEvaluator``'s rules and the system's evaluation.
struct ServerTrust: Sendable {
    static let authenticationMethod = NSURLAuthenticationMethodServerTrust

    private let evaluator: ServerTrustEvaluator
    private let queue = DispatchQueue(label: "URLSessionTransport.ServerTrust", attributes: .concurrent)

    /// Throws if the policy has a root that the system can't read, or pins without a `hashing`.
    init(_ trust: TrustPolicy, hashing: (any ContentHashing)?, time: any TimeSource) throws(TrustPolicyError) {
        evaluator = ServerTrustEvaluator(keys: try KeyCheck(trust: trust, hashing: hashing, time: time))
        for root in Self.named(in: trust.roots) where Self.certificate(root) == nil { throw .notACertificate }
    }

    /// Responds to `challenge` on a queue of its own: the system's evaluation may use the network, and URLSession's
    /// queue serves all exchanges.
    ///
    /// - Parameter refuse: receives the error of the exchange, before URLSession receives the refusal.
    func respond(
        _ challenge: URLAuthenticationChallenge,
        _ completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void,
        refuse: @escaping @Sendable (TransportError) -> Void
    ) {
        queue.async { [self] in
            let space = challenge.protectionSpace
            guard let trust = space.serverTrust else {
                refuse(.insecure(.certificate, reason: "The server sent no certificate."))
                return completionHandler(.cancelAuthenticationChallenge, nil)
            }
            let objection = evaluator.objection(
                to: space.host, showing: { Self.serverCertificate(of: trust) },
                system: { Self.objection(to: trust, roots: evaluator.keys.trust.roots) })
            if let objection {
                refuse(objection)
                return completionHandler(.cancelAuthenticationChallenge, nil)
            }
            completionHandler(.useCredential, URLCredential(trust: trust))
        }
    }

    /// Throws if connections to `host` must be secure because it has pins.
    func allowPlain(_ host: String) throws(TransportError) {
        do throws(KeyRefusal) {
            try evaluator.keys.allowPlain(host)
        } catch {
            throw TransportError(error)
        }
    }

    /// The server's own certificate, which is the first of the chain.
    private static func serverCertificate(of trust: SecTrust) -> Data? {
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate]
        return chain?.first.map { SecCertificateCopyData($0) as Data }
    }

    /// The system's error for chain, time or host name. URLSession has already set the host name on `trust`.
    private static func objection(to trust: SecTrust, roots: TrustedRoots) -> TransportError? {
        guard setAnchors(roots, of: trust) else { return refusal(errSecNotTrusted) }
        var error: CFError?
        guard !SecTrustEvaluateWithError(trust, &error) else { return nil }
        return refusal(error.map { OSStatus(truncatingIfNeeded: CFErrorGetCode($0)) } ?? errSecNotTrusted)
    }

    private static func setAnchors(_ roots: TrustedRoots, of trust: SecTrust) -> Bool {
        let anchors = named(in: roots).compactMap(certificate)
        let isExclusive: Bool
        switch roots {
        case .system: return true
        case .systemAnd: isExclusive = false
        case .only:
            // Don't depend on how the system treats an empty list of anchors.
            guard !anchors.isEmpty else { return false }
            isExclusive = true
        }
        return SecTrustSetAnchorCertificates(trust, anchors as CFArray) == errSecSuccess
            && SecTrustSetAnchorCertificatesOnly(trust, isExclusive) == errSecSuccess
    }

    private static func named(in roots: TrustedRoots) -> [RootCertificate] {
        switch roots {
        case .system: []
        case .systemAnd(let named), .only(let named): named
        }
    }

    private static func certificate(_ root: RootCertificate) -> SecCertificate? {
        SecCertificateCreateWithData(nil, root.der as CFData)
    }

    private static func refusal(_ status: OSStatus) -> TransportError {
        switch status {
        case errSecCertificateExpired:
            .insecure(.validity, reason: "The server's certificate has expired, or this machine's clock is wrong.")
        case errSecCertificateNotValidYet:
            .insecure(.validity, reason: "The server's certificate is not valid yet, or this machine's clock is wrong.")
        case errSecHostNameMismatch:
            .insecure(.hostName, reason: "The server's certificate is for another host.")
        case errSecNotTrusted, errSecCreateChainFailed:
            .insecure(
                .authority, reason: "The server's certificate can't be traced to an authority that this app trusts.")
        default:
            .insecure(.certificate, reason: "The server's certificate is not valid (\(status)).")
        }
    }
}
#else
/// Without the Security framework, URLSession has no challenge for server trust, so this type has no instances.
enum ServerTrust {
    static let authenticationMethod = "ServerTrust"

    init(_ trust: TrustPolicy, hashing: (any ContentHashing)?, time: any TimeSource) throws(TrustPolicyError) {
        throw .unsupported(by: "URLSessionTransport", use: "NIOTransport")
    }

    func respond(
        _ challenge: URLAuthenticationChallenge,
        _ completionHandler: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void,
        refuse: @Sendable (TransportError) -> Void
    ) {
        switch self {}
    }

    func allowPlain(_ host: String) throws(TransportError) {
        switch self {}
    }
}
#endif

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

extension TransportError {
    /// Reports a refused key as a failed check of a secure connection.
    init(_ refusal: KeyRefusal) {
        self = .insecure(refusal == .unreadable ? .certificate : .pin, reason: refusal.reason)
    }
}
