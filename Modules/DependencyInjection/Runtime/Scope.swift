/// A lifetime within that of a ``Container``, such as all that belongs to the member who is signed in.
///
/// It hands out its own scoped values and seeds, and the container's singletons. Two scopes share singletons only.
public final class Scope: Sendable {
    private let values: LifetimeScope

    init(_ values: LifetimeScope) {
        self.values = values
    }

    /// The value of `key`, made now if nobody in this scope has asked for it before.
    ///
    /// For a value that is already made the call neither suspends nor locks.
    ///
    /// - Throws: ``ResolutionError``.
    public func resolve<Value>(
        _ key: Key<Value>, fileID: String = #fileID, line: Int = #line
    ) async throws(ResolutionError) -> Value {
        if let made = values.pointer(to: key) { return made.pointee }
        return try await values.resolve(key, .caller, askedAt: CodeLocation(fileID: fileID, line: line))
    }

    /// The scoped value, seed or singleton of `key` if it is made already; nothing is given after the end has begun.
    public func existing<Value>(_ key: Key<Value>) -> Value? {
        values.pointer(to: key)?.pointee
    }

    /// Shuts down every scoped value that was made here, last made first, each once; singletons stay.
    ///
    /// It runs to its end whatever is thrown, and even if the caller is cancelled. Who calls it again, or at the same
    /// time, waits for the same end and gets the same outcome. The values are let go of with the scope object itself.
    ///
    /// - Throws: ``ShutdownError`` with everything that the actions threw.
    public func end() async throws(ShutdownError) {
        let failures = await values.shutDown()
        if !failures.isEmpty { throw ShutdownError(failures: failures) }
    }
}
