public import Networking
public import Primitives
import Synchronization

/// A mock of ``CredentialStorage``: records what was asked, in order, and passes it on; saves and clears can be held, and
/// saves made to fail.
public final class RecordingCredentialStorage: CredentialStorage {
    /// One call with its argument, which prints redacted.
    public enum Call: Sendable, Equatable {
        case load
        case save(BearerCredential)
        case clear(ifStill: Secret<String>)
    }

    private let base: any CredentialStorage
    private let saveGate: Gate
    private let clearGate: Gate
    private let state = Mutex(State())

    private struct State {
        var calls: [Call] = []
        var saveFailures: [CredentialStorageError] = []
    }

    /// - Parameters:
    ///   - base: does the work; a fake with the first credential unless a test gives another.
    ///   - saveGate: where each save waits, after it was recorded and before it happens.
    ///   - clearGate: the same for each clear.
    public init(
        _ base: any CredentialStorage = InMemoryCredentialStorage(), saveGate: Gate = Gate(isOpen: true),
        clearGate: Gate = Gate(isOpen: true)
    ) {
        self.base = base
        self.saveGate = saveGate
        self.clearGate = clearGate
    }

    /// What was asked so far, failed calls included.
    public var calls: [Call] { state.withLock { $0.calls } }

    /// Makes the next save throw `error` and change nothing.
    public func failNextSave(with error: CredentialStorageError) {
        state.withLock { $0.saveFailures.append(error) }
    }

    public func load() async throws(CredentialStorageError) -> BearerCredential? {
        record(.load)
        return try await base.load()
    }

    public func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) async throws(CredentialStorageError) -> Bool {
        record(.save(credential))
        await saveGate.pass()
        let failure = state.withLock { $0.saveFailures.isEmpty ? nil : $0.saveFailures.removeFirst() }
        if let failure { throw failure }
        return try await base.save(credential, replacing: old)
    }

    public func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential? {
        record(.clear(ifStill: token))
        await clearGate.pass()
        return try await base.clear(ifStill: token)
    }

    private func record(_ call: Call) {
        state.withLock { $0.calls.append(call) }
    }
}
