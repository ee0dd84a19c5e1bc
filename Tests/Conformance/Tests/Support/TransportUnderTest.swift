import NIOTransport
import Networking
import Testing
import URLSessionTransport

/// A transport on which every suite runs. To test another, add a line to ``all``.
struct TransportUnderTest: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Whether a streamed body of unknown length is first written to a file and then sent with its length.
    let spoolsUploads: Bool
    /// Whether fields of the same name arrive as one, with commas (RFC 9110 section 5.3); Set-Cookie never does.
    let joinsLines: Bool
    let make: @Sendable (_ idleTimeout: Duration) -> any Transport

    init(
        _ name: String, spoolsUploads: Bool = false, joinsLines: Bool = false,
        make: @escaping @Sendable (_ idleTimeout: Duration) -> any Transport
    ) {
        testDescription = name
        self.spoolsUploads = spoolsUploads
        self.joinsLines = joinsLines
        self.make = make
    }

    static let all = [
        TransportUnderTest("NIOTransport") { idleTimeout in
            var configuration = NIOTransportConfiguration()
            configuration.idleTimeout = idleTimeout
            return NIOTransport(configuration: configuration)
        },
        TransportUnderTest("URLSessionTransport", spoolsUploads: true, joinsLines: true) { idleTimeout in
            var configuration = URLSessionTransportConfiguration()
            configuration.idleTimeout = idleTimeout
            return URLSessionTransport(configuration: configuration)
        },
    ]
}
