import Foundation
import UnixSignals

/// The events that stop this process: a signal, and optionally the end of standard input.
enum StopRequest {
    /// Runs `work` until it ends or a stop event occurs. Then cancels it and waits for its end.
    static func race(untilInputCloses: Bool, _ work: @escaping @Sendable () async throws -> Void) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await work() }
            group.addTask { for await _ in signals { return } }
            if untilInputCloses { group.addTask { for await _ in inputClosed() {} } }
            defer { group.cancelAll() }
            try await group.next()
            group.cancelAll()
            // Only the server can throw from here on.
            try await group.waitForAll()
        }
    }

    /// A stream that ends when standard input ends. The input is discarded.
    private static func inputClosed() -> AsyncStream<Never> {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        // A separate thread, because reading blocks. It ends with the process.
        Thread.detachNewThread {
            // Input that can't be read, such as a closed descriptor, counts as ended.
            while let bytes = try? FileHandle.standardInput.read(upToCount: 4096), !bytes.isEmpty {}
            continuation.finish()
        }
        return stream
    }
}
