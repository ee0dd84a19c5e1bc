import ContractSuites
import NIOTransport

extension NIOTransport {
    /// A transport with `limits`.
    convenience init(_ limits: WireLimits) {
        var configuration = NIOTransportConfiguration()
        if let limit = limits.idleTimeout { configuration.idleTimeout = limit }
        if let limit = limits.decodedBodyLimit { configuration.decodedBodyLimit = limit }
        self.init(configuration: configuration)
    }
}
