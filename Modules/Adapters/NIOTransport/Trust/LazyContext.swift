import NIOSSL
import Synchronization

/// A TLS context that is created once, on first use. Reading the machine's roots takes long, and an app that uses only
/// plain HTTP needs no context.
final class LazyContext: Sendable {
    private let settings: TLSConfiguration
    private let making = Mutex<Task<NIOSSLContext, any Error>?>(nil)

    init(_ settings: TLSConfiguration) {
        self.settings = settings
    }

    /// The context. If NIOSSL refuses the settings, each read throws the same error.
    var value: NIOSSLContext {
        get async throws {
            let making = making.withLock { making in
                if let making { return making }
                // Creating it reads files, so it must not run on the caller's executor, which may be the main actor's.
                let started = Task.detached { [settings] in try NIOSSLContext(configuration: settings) }
                making = started
                return started
            }
            return try await making.value
        }
    }
}
