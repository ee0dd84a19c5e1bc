import Foundation
import NIOCore
import NIOSSL
import Networking
import Primitives
import TransportSecurity

extension TLSConfiguration {
    /// The settings of a client that trusts the system's roots. BoringSSL checks chain and time; ``ChainInspection``
    /// and ``HandshakeHandler`` add further checks.
    static func client() -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.applicationProtocols = ["http/1.1"]
        // A client need not wait for the server's close_notify after its own (RFC 8446 section 6.1).
        configuration.shutdownTimeout = .zero
        // TLS 1.0 and 1.1 are deprecated by RFC 8996.
        configuration.minimumTLSVersion = .tlsv12
        // BoringSSL's default list, without SHA-1 (RFC 9155).
        configuration.verifySignatureAlgorithms = [
            .ecdsaSecp256R1Sha256, .rsaPssRsaeSha256, .rsaPkcs1Sha256, .ecdsaSecp384R1Sha384, .rsaPssRsaeSha384,
            .rsaPkcs1Sha384, .rsaPssRsaeSha512, .rsaPkcs1Sha512,
        ]
        // NIOSSL would also accept a certificate for the address of the connection. HandshakeHandler checks the name.
        configuration.certificateVerification = .noHostnameVerification
        return configuration
    }

    /// The settings of a client that trusts `roots`.
    static func client(trusting roots: TrustedRoots) throws(TrustPolicyError) -> TLSConfiguration {
        var configuration = client()
        switch roots {
        case .system: break
        case .systemAnd(let extra): configuration.additionalTrustRoots = [.certificates(try certificates(extra))]
        case .only(let roots): configuration.trustRoots = .certificates(try certificates(roots))
        }
        return configuration
    }

    /// Sends `certificate` to servers that request one.
    mutating func identify(with certificate: ClientCertificate) throws(TrustPolicyError) {
        // Without roots, because only certificate and key are checked here, and the system's roots are slow to load.
        var own = Self.client()
        own.trustRoots = .certificates([])
        do {
            let key = try NIOSSLPrivateKey(bytes: Array(certificate.key.reveal()), format: .pem)
            own.certificateChain = try NIOSSLCertificate.fromPEMBytes(Array(certificate.chain)).map { .certificate($0) }
            own.privateKey = .privateKey(key)
            _ = try NIOSSLContext(configuration: own)
        } catch {
            throw .notAClientCertificate
        }
        guard !own.certificateChain.isEmpty else { throw .notAClientCertificate }
        (certificateChain, privateKey) = (own.certificateChain, own.privateKey)
        // BoringSSL's own list and P-521, because in TLS 1.2 OpenSSL refuses a certificate of a curve that is not listed.
        curves = [.x25519_MLKEM768, .x25519, .secp256r1, .secp384r1, .secp521r1]
    }

    private static func certificates(_ roots: [RootCertificate]) throws(TrustPolicyError) -> [NIOSSLCertificate] {
        var certificates: [NIOSSLCertificate] = []
        for root in roots {
            // Check the plain form first: it must be one certificate and nothing else.
            guard (try? NIOSSLCertificate(bytes: Array(root.der), format: .der)) != nil,
                let certificate = try? NIOSSLCertificate.fromPEMBytes(trustedForServers(root)).first
            else {
                throw .notACertificate
            }
            certificates.append(certificate)
        }
        return certificates
    }

    /// A certificate with trust settings in OpenSSL's format (`TRUSTED CERTIFICATE`), as an anchor for TLS servers.
    ///
    /// Without them, BoringSSL accepts only self-signed certificates as anchors, and NIOSSL does not set the flag that
    /// would allow others.
    private static func trustedForServers(_ root: RootCertificate) -> [UInt8] {
        // A sequence with one allowed use, id-kp-serverAuth.
        let settings: [UInt8] = [0x30, 0x0C, 0x30, 0x0A, 0x06, 0x08, 0x2B, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01]
        let text = (root.der + settings).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return Array("-----BEGIN TRUSTED CERTIFICATE-----\n\(text)\n-----END TRUSTED CERTIFICATE-----\n".utf8)
    }
}

extension TransportError {
    /// Reports a refused key as a failed check of a secure connection.
    init(_ refusal: KeyRefusal) {
        self = .insecure(refusal == .unreadable ? .certificate : .pin, reason: refusal.reason)
    }
}
