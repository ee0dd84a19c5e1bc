import ContractSuites
import URLSessionTransport

extension URLSessionTransport {
    /// A transport with `limits`.
    convenience init(_ limits: WireLimits) {
        var configuration = URLSessionTransportConfiguration()
        if let limit = limits.idleTimeout { configuration.idleTimeout = limit }
        if let limit = limits.decodedBodyLimit { configuration.decodedBodyLimit = limit }
        self.init(configuration: configuration)
    }
}
