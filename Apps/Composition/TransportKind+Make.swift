import Digests
import Networking
import Primitives
import TransportSecurity
import URLSessionTransport

#if os(Linux) || os(macOS)
import NIOTransport
#endif

extension TransportKind {
    func make(trust: TrustPolicy, time: any TimeSource) throws(TrustPolicyError) -> any Transport {
        switch self {
        #if os(Linux) || os(macOS)
        case .nio: try NIOTransport(trust: trust, hashing: SHA256Hashing(), time: time)
        #endif
        case .urlsession: try URLSessionTransport(trust: trust, hashing: SHA256Hashing(), time: time)
        }
    }
}
