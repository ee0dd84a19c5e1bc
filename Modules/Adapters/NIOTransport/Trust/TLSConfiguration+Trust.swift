import NIOCore
import NIOSSL
import Networking

extension TLSConfiguration {
    /// A client's settings: chain, time and host name are checked, against the system's roots.
    static func client() -> TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.applicationProtocols = ["http/1.1"]
        // Nothing is expected behind our close_notify, and the server's need not be waited for (RFC 8446 section 6.1).
        configuration.shutdownTimeout = .zero
        return configuration
    }

    /// The same with other roots.
    static func client(trusting roots: TrustedRoots) throws(TrustPolicyError) -> TLSConfiguration {
        var configuration = client()
        switch roots {
        case .system: break
        case .systemAnd(let extra): configuration.additionalTrustRoots = [.certificates(try certificates(extra))]
        case .only(let roots): configuration.trustRoots = .certificates(try certificates(roots))
        }
        return configuration
    }

    private static func certificates(_ roots: [RootCertificate]) throws(TrustPolicyError) -> [NIOSSLCertificate] {
        var certificates: [NIOSSLCertificate] = []
        for root in roots {
            guard let certificate = try? NIOSSLCertificate(bytes: Array(root.der), format: .der) else {
                throw .notACertificate
            }
            certificates.append(certificate)
        }
        return certificates
    }
}
