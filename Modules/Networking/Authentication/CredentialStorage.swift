public import Foundation
public import Primitives

/// Where an authority keeps its credential: a port, so that this module knows no database.
///
/// Several processes may share one storage, and each spends the refresh token that it finds there. So a renewal takes its
/// turn first (``claimRenewal(of:by:at:lease:)``), and the turn ends with ``save(_:replacing:)``, with
/// ``releaseRenewal(by:)``, or by itself when its lease has run out: a process may die while it has the turn.
///
/// Whoever changes what is kept says what it was, and nothing changes if it has become another: between a look and a
/// deed another process may have renewed, signed out or signed in anew.
public protocol CredentialStorage: Sendable {
    /// What is kept now: another process may have renewed it since this one looked.
    func load() async throws(CredentialStorageError) -> BearerCredential?

    /// Takes the turn to renew, if the kept credential is still the one with `token` and nobody else has the turn. It is one
    /// step: of two who ask at the same moment, one is told ``RenewalTurn/ours``. Asking again extends one's own lease.
    ///
    /// - Parameters:
    ///   - holder: new for each renewal.
    ///   - now: by the calendar, which is all that processes share. A turn that would end later than twice `lease` from
    ///     now was taken before the calendar was set back, and counts as over. (Once would not do: of two who ask at the same
    ///     moment, the later one may have looked at the clock first.)
    func claimRenewal(
        of token: Secret<String>, by holder: UUID, at now: Date, lease: Duration
    ) async throws(CredentialStorageError) -> RenewalTurn

    /// Gives `holder`'s turn back, if it still has it.
    func releaseRenewal(by holder: UUID) async throws(CredentialStorageError)

    /// Replaces the kept credential, so that `credential` survives the process; returns only when that is true. Ends any
    /// turn in the same step. Returns `false`, and changes nothing, if the kept one is not that with the `old` token: whoever
    /// put it there has been faster. Throws, and keeps nothing, if none is kept any more: a renewal that comes after a
    /// sign-out must not bring the session back.
    func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) async throws(CredentialStorageError) -> Bool

    /// Forgets the credential, and any turn with it, if it is still the one with `token`. It is one step: what a sign-in
    /// keeps in the same instant is not lost to a renewal that was refused for good.
    ///
    /// - Returns: the credential that is kept instead, which stays with whoever has the turn to renew it; `nil` once none
    ///   is kept, be it forgotten now or before.
    func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential?
}

/// Whether a process may renew; see ``CredentialStorage/claimRenewal(of:by:at:lease:)``.
public enum RenewalTurn: Sendable, Equatable {
    /// Nobody else is told so until the turn ends.
    case ours
    /// Another process renews just now.
    case theirs
    /// Another credential is kept than the one that was to be renewed.
    case superseded(by: BearerCredential)
    /// None is kept any more.
    case signedOut
}

/// Why a credential was not kept or found.
public struct CredentialStorageError: Error, Sendable, Equatable {
    /// One sentence for people, without any part of the credential.
    public let reason: String

    /// - Parameter reason: one sentence for people.
    public init(reason: String) {
        self.reason = reason
    }
}
