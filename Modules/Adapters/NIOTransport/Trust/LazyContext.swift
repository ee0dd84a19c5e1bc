import NIOSSL
import Networking
import Synchronization

/// A TLS context that is created once, on first use. Reading the machine's roots takes long, and an app that uses only
/// plain HTTP needs no context.
final class LazyContext: Sendable {
    private let settings: TLSConfiguration
    private let creation = Mutex<Task<NIOSSLContext, any Error>?>(nil)

    init(_ settings: TLSConfiguration) {
        self.settings = settings
    }

    /// The context. A failure is not kept, because it may be temporary, such as too many open files.
    var value: NIOSSLContext {
        get async throws(TransportError) {
            let task = creation.withLock { creation in
                if let creation { return creation }
                // Creating it reads files, so it must not run on the caller's executor, which may be the main actor's.
                let started = Task.detached { [settings] in try NIOSSLContext(configuration: settings) }
                creation = started
                return started
            }
            do {
                return try await task.value
            } catch {
                creation.withLock { if $0 == task { $0 = nil } }
                throw TLSFailure.ofSetup(error)
            }
        }
    }
}
