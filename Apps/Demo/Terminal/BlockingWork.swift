import Foundation

/// Work that may block forever, such as reading from a pipe that never closes.
enum BlockingWork {
    /// Runs `work` on its own thread, so that cancellation ends the wait at once. The thread remains until the process
    /// ends, because no system call lets another thread end its `read`.
    static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let (results, continuation) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
        Thread.detachNewThread {
            continuation.yield(Result { try work() })
            continuation.finish()
        }
        for await result in results { return try result.get() }
        throw CancellationError()
    }
}
