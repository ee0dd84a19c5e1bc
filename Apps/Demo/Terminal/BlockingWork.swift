import Foundation

/// Work that may block for ever, such as reading a pipe whose writer never ends.
enum BlockingWork {
    /// Runs `work` on a thread of its own, so that cancellation ends the wait at once. The thread then ends with the
    /// process: no system call lets another thread end its `read`.
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
