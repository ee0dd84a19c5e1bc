import NIOTransport
import Networking
import Testing

/// A transport that every suite is run over. One line in ``all`` adds one.
struct TransportUnderTest: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (_ idleTimeout: Duration) -> any Transport

    init(_ name: String, make: @escaping @Sendable (_ idleTimeout: Duration) -> any Transport) {
        testDescription = name
        self.make = make
    }

    static let all = [
        TransportUnderTest("NIOTransport") { idleTimeout in
            var configuration = NIOTransportConfiguration()
            configuration.idleTimeout = idleTimeout
            return NIOTransport(configuration: configuration)
        }
    ]
}
