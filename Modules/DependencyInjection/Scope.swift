/// A lifetime within the lifetime of a ``Container``, for example from login to logout.
///
/// A scope has its own scoped values and seeds, and shares the container's singletons.
public final class Scope: Sendable {
    /// The value of a ``Seed`` for one scope.
    public struct SeedValue: Sendable {
        let key: AnyKey
        let cell: any AnyCell

        /// Provides `value` for the seed that is declared under `key`.
        public static func seed<Value>(_ key: Key<Value>, _ value: Value) -> Self {
            Self(key: AnyKey(key), cell: Cell(seed: value))
        }
    }

    private let store: ValueStore

    init(_ store: ValueStore) {
        self.store = store
    }

    /// Returns the value of `key` and creates it if necessary.
    ///
    /// If the value exists, the call neither suspends nor takes a lock.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<Value>(
        _ key: Key<Value>, fileID: String = #fileID, line: Int = #line
    ) async throws(ResolutionError) -> Value {
        if let pointer = store.pointer(to: key) { return pointer.pointee }
        return try await store.resolve(key, for: .caller, at: "\(fileID):\(line)")
    }

    /// Shuts down all values that this scope created, in reverse order of creation, each once. Singletons stay alive.
    ///
    /// Neither an error nor the cancellation of the caller stops the shutdown. Later and concurrent calls wait for the
    /// same shutdown and throw the same error.
    ///
    /// - Throws: ``ShutdownError`` with the errors of all `onShutdown` actions.
    public func end() async throws(ShutdownError) {
        let failures = await store.shutDown()
        if !failures.isEmpty { throw ShutdownError(failures: failures) }
    }
}
