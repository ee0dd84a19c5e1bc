import Foundation
import Networking
import Primitives
import Synchronization

/// Stores one credential in memory, for one process.
actor MemoryCredentials: CredentialStorage {
    private var credential: BearerCredential?

    init(_ credential: BearerCredential) {
        self.credential = credential
    }

    func load() async throws(CredentialStorageError) -> BearerCredential? { credential }

    func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) async throws(CredentialStorageError) -> Bool {
        guard self.credential?.token == old else { return false }
        self.credential = credential
        return true
    }

    func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential? {
        if credential?.token == token { credential = nil }
        return credential
    }
}

/// Returns the token that the server accepts, and counts its refreshes.
final class CountingRefresher: CredentialRefreshing {
    private let calls = Atomic<Int>(0)
    private let exchange: @Sendable () async throws(NetworkError) -> Void

    /// - Parameter exchange: the call that a refresh makes.
    init(_ exchange: @escaping @Sendable () async throws(NetworkError) -> Void = {}) {
        self.exchange = exchange
    }

    var count: Int { calls.load(ordering: .relaxed) }

    func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
        calls.add(1, ordering: .relaxed)
        try await exchange()
        return .fresh
    }
}

extension BearerCredential {
    static var fresh: BearerCredential { named("fresh", expiresAt: nil) }
    /// Expired by its date, so the client refreshes it before it sends a call.
    static var expired: BearerCredential { named("stale", expiresAt: Date(timeIntervalSinceNow: -60)) }
    /// Revoked, without a date: the server rejects every call with it.
    static var revoked: BearerCredential { named("stale", expiresAt: nil) }

    private static func named(_ name: String, expiresAt: Date?) -> BearerCredential {
        BearerCredential(token: Secret(name), refreshToken: Secret("refresh"), expiresAt: expiresAt)
    }
}
