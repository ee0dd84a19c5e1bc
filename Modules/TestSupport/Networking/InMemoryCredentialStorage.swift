public import Foundation
public import Networking
public import Primitives
import Synchronization

/// A fake of ``CredentialStorage`` that keeps one credential for as long as it lives. Two authorities over one such
/// storage are two processes over one store.
public final class InMemoryCredentialStorage: CredentialStorage {
    private let state: Mutex<State>

    private struct State {
        var credential: BearerCredential?
        var turn: (holder: UUID, end: Date)?
    }

    /// - Parameter credential: what a sign-in has kept.
    public init(_ credential: BearerCredential? = .fixture()) {
        state = Mutex(State(credential: credential))
    }

    /// What is kept now.
    public var kept: BearerCredential? { state.withLock { $0.credential } }

    /// Who has the turn to renew, though it may be over by the calendar.
    public var holder: UUID? { state.withLock { $0.turn?.holder } }

    /// Keeps `credential` whatever was kept before: another process renewed it, or somebody signed in or out.
    public func replace(with credential: BearerCredential?) {
        state.withLock { $0 = State(credential: credential) }
    }

    public func load() async throws(CredentialStorageError) -> BearerCredential? { kept }

    public func claimRenewal(
        of token: Secret<String>, by holder: UUID, at now: Date, lease: Duration
    ) async throws(CredentialStorageError) -> RenewalTurn {
        let end = now.addingTimeInterval(lease / .seconds(1))
        let latest = end.addingTimeInterval(lease / .seconds(1))
        return state.withLock { state in
            guard let kept = state.credential else { return .signedOut }
            guard kept.token == token else { return .superseded(by: kept) }
            if let turn = state.turn, turn.holder != holder, now < turn.end, turn.end <= latest { return .theirs }
            state.turn = (holder, end)
            return .ours
        }
    }

    public func releaseRenewal(by holder: UUID) async throws(CredentialStorageError) {
        state.withLock { if $0.turn?.holder == holder { $0.turn = nil } }
    }

    public func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) async throws(CredentialStorageError) -> Bool {
        let isKept: Bool? = state.withLock { state in
            guard let kept = state.credential else { return nil }
            guard kept.token == old else { return false }
            state = State(credential: credential)
            return true
        }
        guard let isKept else { throw CredentialStorageError(reason: "Somebody signed out meanwhile.") }
        return isKept
    }

    public func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential? {
        state.withLock { state in
            if state.credential?.token == token { state = State() }
            return state.credential
        }
    }
}
