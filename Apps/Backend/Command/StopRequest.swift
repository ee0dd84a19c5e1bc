import Foundation
import UnixSignals

/// The ways to ask this process to stop: a signal, and the end of standard input if that was asked for.
enum StopRequest {
    /// Runs `work` until it ends by itself, or until a stop is asked for; then it is cancelled and waited for.
    static func race(untilInputCloses: Bool, _ work: @escaping @Sendable () async throws -> Void) async throws {
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await work() }
            group.addTask { for await _ in signals { return } }
            if untilInputCloses { group.addTask { for await _ in inputClosed() {} } }
            defer { group.cancelAll() }
            try await group.next()
            group.cancelAll()
            // The server winds down now; what it has to say about that matters, the other tasks' ends do not.
            try await group.waitForAll()
        }
    }

    /// Ends when standard input does. What comes in before is thrown away.
    private static func inputClosed() -> AsyncStream<Never> {
        let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
        // A thread of its own, as it does nothing but wait; it ends with the process.
        Thread.detachNewThread {
            // An input that can't be read, such as one that was closed from the start, has ended too.
            while let bytes = try? FileHandle.standardInput.read(upToCount: 4096), !bytes.isEmpty {}
            continuation.finish()
        }
        return stream
    }
}
