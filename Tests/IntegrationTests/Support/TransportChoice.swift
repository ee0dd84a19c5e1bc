import NIOTransport
import Networking
import Testing
import URLSessionTransport

/// The transports that the tests run on.
enum TransportChoice: CaseIterable, CustomTestStringConvertible {
    case nio, urlSession

    var testDescription: String {
        switch self {
        case .nio: "over NIOTransport"
        case .urlSession: "over URLSessionTransport"
        }
    }

    /// Runs `body` with a transport of this kind.
    func run(_ body: (any Transport) async throws -> Void) async throws {
        switch self {
        case .nio: try await NIOTransport.withTransport { try await body($0) }
        case .urlSession: try await URLSessionTransport.withTransport { try await body($0) }
        }
    }
}
