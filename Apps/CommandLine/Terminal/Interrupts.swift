import Composition
import Dispatch
import Foundation
import Synchronization

/// Turns Ctrl-C, SIGTERM and SIGHUP into cancellation, so that every `defer` runs and all resources are released. A
/// second Ctrl-C ends the process at once.
enum Interrupts {
    static func cancelling<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let (registrations, registered) = AsyncStream.makeStream(of: Void.self)
        // A signal that `nohup` ignores stays ignored.
        let signals = [SIGINT, SIGTERM] + (isIgnored(SIGHUP) ? [] : [SIGHUP])
        let task = Task {
            // A source registers on another thread. Before that, its signal ends the process or is lost.
            for await _ in registrations.prefix(signals.count) {}
            return try await body()
        }
        let isInterrupted = Atomic(false)
        // A separate queue, because a user may press Ctrl-C when work blocks the shared ones.
        let queue = DispatchQueue(label: "\(AppName.command).interrupts")
        let sources = signals.map { number in
            // The default action would end the process before the source receives the signal.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setRegistrationHandler { registered.yield() }
            source.setEventHandler {
                // Ctrl-C only: a closing terminal may send SIGHUP twice, and a service manager sends SIGHUP after
                // SIGTERM.
                if isInterrupted.exchange(true, ordering: .relaxed), number == SIGINT {
                    _exit(Failure.Status.interrupted.rawValue)
                }
                task.cancel()
            }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        return try await task.value
    }

    /// Whether this process ignores a signal, as its parent may have set it up.
    static func isIgnored(_ number: Int32) -> Bool { handler(of: number) == unsafeBitCast(SIG_IGN, to: Int.self) }

    /// The address of the function that handles a signal; 0 for the default.
    static func handler(of number: Int32) -> Int {
        var action = sigaction()
        sigaction(number, nil, &action)
        #if canImport(Darwin)
        return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
        #else
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        #endif
    }
}

/// Work that may block forever, such as reading from a pipe that never closes.
package enum BlockingWork {
    /// Runs `work` on its own thread, so that cancellation ends the wait at once. The thread remains until the process
    /// ends, because no system call lets another thread end its `read`.
    package static func run<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        let (results, continuation) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
        Thread.detachNewThread {
            continuation.yield(Result { try work() })
            continuation.finish()
        }
        for await result in results { return try result.get() }
        throw CancellationError()
    }
}
