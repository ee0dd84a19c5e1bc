public import HTTPCaching
public import Networking
import Synchronization

/// A mock of ``ResponseCacheStorage``: records what was asked, in order, and passes it on; looks and
/// saves can be held.
public final class RecordingResponseCacheStorage: ResponseCacheStorage {
    /// One call with its arguments.
    public enum Call: Sendable, Equatable {
        case responses(ResponseCacheKey)
        case save(StoredResponse, ResponseCacheKey)
        case removeResponses(ResponseCacheKey)
        case removeAll(CredentialPartition)
    }

    private let base: any ResponseCacheStorage
    private let lookGate: Gate
    private let saveGate: Gate
    private let recorded = Mutex<[Call]>([])

    /// - Parameters:
    ///   - base: does the work; a store in memory unless a test gives another.
    ///   - lookGate: where each look waits, after it was recorded, with what it has found.
    ///   - saveGate: where each save waits, after it was recorded and before it happens.
    public init(
        _ base: any ResponseCacheStorage = InMemoryResponseCache(), lookGate: Gate = Gate(isOpen: true),
        saveGate: Gate = Gate(isOpen: true)
    ) {
        self.base = base
        self.lookGate = lookGate
        self.saveGate = saveGate
    }

    /// What was asked so far, failed calls included.
    public var calls: [Call] { recorded.withLock(\.self) }

    public func responses(for key: ResponseCacheKey) async throws(ResponseCacheStorageError) -> [StoredResponse] {
        record(.responses(key))
        let found = try await base.responses(for: key)
        await lookGate.pass()
        return found
    }

    public func save(
        _ response: StoredResponse, for key: ResponseCacheKey
    ) async throws(ResponseCacheStorageError) {
        record(.save(response, key))
        await saveGate.pass()
        try await base.save(response, for: key)
    }

    public func removeResponses(for key: ResponseCacheKey) async throws(ResponseCacheStorageError) {
        record(.removeResponses(key))
        try await base.removeResponses(for: key)
    }

    public func removeAll(in partition: CredentialPartition) async throws(ResponseCacheStorageError) {
        record(.removeAll(partition))
        try await base.removeAll(in: partition)
    }

    private func record(_ call: Call) {
        recorded.withLock { $0.append(call) }
    }
}
