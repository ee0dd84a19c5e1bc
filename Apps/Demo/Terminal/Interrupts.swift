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
        let task = Task { try await body() }
        let sources = [SIGINT, SIGTERM].map { number in
            // The default action would end the process before the source is asked.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { task.cancel() }
            source.resume()
            return source
        }
        defer { for source in sources { source.cancel() } }
        return try await task.value
    }
}
