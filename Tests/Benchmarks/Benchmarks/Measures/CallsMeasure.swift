import Networking
import RemoteServices

/// Whole calls over a socket, from endpoint to decoded user, against AsyncHTTPClient alone.
enum CallsMeasure {
    static func measures(repetitions: Int, port: Int, transport: any Transport, raw: RawClient) throws -> [Measure] {
        let session = try Client.benchmark(.standard(over: transport), port: port).session(for: Guest.self)
        return [1, 16, 64].map { width in
            Measure(
                "calls-\(width)", "GET of a 300-byte user over a socket, \(width) at once",
                repetitions: repetitions,
                [
                    Contender("AsyncHTTPClient + JSONDecoder(.iso8601)") { count in
                        try await spread(count, over: width) { _ = try await raw.user() }
                    },
                    Contender("the whole stack") { count in
                        try await spread(count, over: width) { _ = try await session.send(.openUser()) }
                    },
                ])
        }
    }

    /// Runs `call` `count` times in `width` tasks.
    private static func spread(
        _ count: Int, over width: Int, _ call: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup { group in
            for worker in 0..<width {
                group.addTask {
                    for _ in 0..<(count / width + (worker < count % width ? 1 : 0)) { try await call() }
                }
            }
            try await group.waitForAll()
        }
    }
}
