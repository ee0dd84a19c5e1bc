import HTTPTypes
import NIOCore
import NIOPosix
import Networking
import Primitives
import RawSocketServer
import Testing
import TransportSecurity

@testable import NIOTransport

@Suite("Connection attempts", .timeLimit(.minutes(10)))
struct ConnectionAttemptTests {
    @Test("an attempt that is cancelled before its start fails without a connection")
    func cancelledBeforeStart() async throws {
        try await RawSocketServer.withServer { server in
            let request = HTTPRequest(method: .get, scheme: "http", authority: server.authority, path: "/")
            let attempt = ConnectionAttempt(
                to: try Destination(of: request), on: MultiThreadedEventLoopGroup.singleton.next(),
                configuration: NIOTransportConfiguration(),
                secure: SecureConnections(
                    .client(), keys: KeyCheck(time: SystemTimeSource()), limit: .seconds(10)))
            attempt.cancel(with: .closed)
            let result = await withCheckedContinuation { ended in
                attempt.start { ended.resume(returning: $0) }
            }
            #expect(throws: TransportError.closed) { try result.get() }
        }
    }
}
