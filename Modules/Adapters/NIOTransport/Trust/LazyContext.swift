import NIOSSL
import Synchronization

/// A TLS context that is made when it is first wanted, once: reading the roots of a machine takes long, and an app that only
/// speaks plain HTTP needs none.
final class LazyContext: Sendable {
    private let settings: TLSConfiguration
    private let making = Mutex<Task<NIOSSLContext, any Error>?>(nil)

    init(_ settings: TLSConfiguration) {
        self.settings = settings
    }

    /// Throws what NIOSSL says about the settings, the same each time.
    var value: NIOSSLContext {
        get async throws {
            let making = making.withLock { making in
                if let making { return making }
                // Reads files: not on the caller's executor, which may be the main actor's.
                let started = Task.detached { [settings] in try NIOSSLContext(configuration: settings) }
                making = started
                return started
            }
            return try await making.value
        }
    }
}
