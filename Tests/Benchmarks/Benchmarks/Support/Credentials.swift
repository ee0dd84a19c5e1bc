import Foundation
import Networking
import Primitives
import Synchronization

/// Keeps one credential in memory, for one process.
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

/// Hands out the token that the server takes, and counts how often it was asked.
final class CountingRefresher: CredentialRefreshing {
    private let calls = Atomic<Int>(0)
    private let exchange: @Sendable () async throws(NetworkError) -> Void

    /// - Parameter exchange: the call that a renewal costs.
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
    /// Over by the calendar: nobody has to send it to find that out.
    static var expired: BearerCredential { named("stale", expiresAt: Date(timeIntervalSinceNow: -60)) }
    /// Over without a date: every call that carries it is refused first.
    static var revoked: BearerCredential { named("stale", expiresAt: nil) }

    private static func named(_ name: String, expiresAt: Date?) -> BearerCredential {
        BearerCredential(token: Secret(name), refreshToken: Secret("refresh"), expiresAt: expiresAt)
    }
}
