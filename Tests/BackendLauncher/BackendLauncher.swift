public import Backend
import Foundation

/// Runs a real backend inside the test process: on a free port of the loopback address, with its data in a folder of
/// its own, passwords that cost next to nothing, and its fault switches on.
///
/// ```swift
/// try await BackendLauncher.run { backend in
///     let client = try Client.live(at: backend.url, over: transport)
///     …
/// }
/// ```
public enum BackendLauncher {
    /// Lends a running backend; afterwards it has stopped and its folder is gone.
    ///
    /// - Parameters:
    ///   - configure: changes what a test needs otherwise.
    ///   - body: is cancelled if the backend ends before it does, and the backend's error is what is thrown then.
    public static func run<Value: Sendable>(
        configure: (inout BackendConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (RunningBackend) async throws -> Value
    ) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "backend-\(UUID().uuidString)", directoryHint: .isDirectory)
        var configuration = BackendConfiguration(dataDirectory: folder)
        configuration.passwordCost = .negligible
        configuration.limits.shutdownGrace = .seconds(1)
        configuration.faults = true
        configure(&configuration)
        // Nothing is there to be removed where the backend could not even make its folder.
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await run(BackendServer(configuration: configuration), body)
    }

    private static func run<Value: Sendable>(
        _ server: BackendServer, _ body: @escaping @Sendable (RunningBackend) async throws -> Value
    ) async throws -> Value {
        let (ready, continuation) = AsyncStream.makeStream(of: URL.self)
        return try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask {
                defer { continuation.finish() }
                try await server.run { url in continuation.yield(url) }
                return nil
            }
            group.addTask {
                for await url in ready { return try await body(RunningBackend(url: url)) }
                return nil
            }
            var value: Value?
            while value == nil, let finished = try await group.next() { value = finished }
            group.cancelAll()
            try await group.waitForAll()
            guard let value else { throw BackendEndedEarly() }
            return value
        }
    }
}

/// The backend ended, without an error, before the body did.
public struct BackendEndedEarly: Error {}
