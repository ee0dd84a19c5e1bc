import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Turns Ctrl-C and a polite kill into cancellation, so that every `defer` runs and every resource is given back.
enum Interrupts {
    static func cancelling<Value: Sendable>(
        _ body: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        let (registrations, registered) = AsyncStream.makeStream(of: Void.self)
        let signals = [SIGINT, SIGTERM]
        let task = Task {
            // A source registers on another thread, and until then its signal ends the process or is lost.
            for await _ in registrations.prefix(signals.count) {}
            return try await body()
        }
        let sources = signals.map { number in
            // The default action would end the process before the source is asked.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setRegistrationHandler { registered.yield() }
            source.setEventHandler { task.cancel() }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        return try await task.value
    }
}
