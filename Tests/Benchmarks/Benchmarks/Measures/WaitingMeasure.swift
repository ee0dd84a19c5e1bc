import AllocationCounter
import HTTPTypes
import NIOTransport
import Networking
import RemoteServices
import Synchronization

/// The memory of a call that waits for its response, with many calls and a connection for each.
final class WaitingMeasure: Sendable {
    private let calls: Int
    private let port: Int
    private let probe: RawClient
    private let perCall = Mutex<[String: Int]>([:])

    /// - Parameter probe: reads how many calls the server holds.
    init(calls: Int, port: Int, probe: RawClient) {
        self.calls = calls
        self.port = port
        self.probe = probe
    }

    /// Makes concurrent calls to a server that does not respond, and cancels them once all have arrived.
    var measure: Measure {
        let (port, calls) = (port, calls)
        var configuration = NIOTransportConfiguration()
        configuration.connectionsPerHost = calls
        let limits = configuration
        return Measure(
            "waiting", "\(calls) calls at once that wait for their responses", repetitions: calls,
            [
                Contender("AsyncHTTPClient") { count in
                    let raw = RawClient(port: port, connections: calls)
                    try await self.hold(count, "AsyncHTTPClient") { try await raw.hold() }
                    try await raw.shutdown()
                },
                Contender("NIOTransport alone") { count in
                    let request = HTTPRequest(
                        method: .get, scheme: "http", authority: "127.0.0.1:\(port)", path: "/hold")
                    try await NIOTransport.withTransport(configuration: limits) { transport async throws(any Error) in
                        try await self.hold(count, "NIOTransport alone") {
                            _ = try await transport.send(
                                request, body: .empty, on: ExchangeOptions(.buffered(limit: 1_000)))
                        }
                    }
                },
                Contender("the whole stack") { count in
                    try await NIOTransport.withTransport(configuration: limits) { transport async throws(any Error) in
                        let client = try Client.benchmark(.standard(over: transport), port: port)
                        let session = client.session(for: Guest.self)
                        try await self.hold(count, "the whole stack") { _ = try await session.send(.held()) }
                    }
                },
            ])
    }

    /// Memory of the last round.
    var notes: [String] {
        perCall.withLock { perCall in
            measure.contenders.map(\.name).compactMap { name in
                perCall[name].map { "memory of a waiting call, \(name): \($0 / 1024) KiB" }
            }
        }
    }

    private func hold(_ count: Int, _ name: String, _ call: @escaping @Sendable () async throws -> Void) async throws {
        let start = try await probe.held()
        let before = allocation_bytes_in_use()
        try await withThrowingTaskGroup { group in
            for _ in 0..<count { group.addTask { try? await call() } }
            // Each request takes a while, so this loop does not keep a processor busy.
            while try await probe.held() < start + count {}
            let used = (Int(allocation_bytes_in_use()) - Int(before)) / count
            perCall.withLock { $0[name] = used }
            group.cancelAll()
            try await group.waitForAll()
        }
    }
}
