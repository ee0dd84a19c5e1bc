public import Primitives

/// Stores the credential of a ``CredentialProvider``: a port, so that this module depends on no database.
///
/// Several processes may share one storage. A ``RefreshLock`` prevents them from refreshing at the same time, and a
/// provider saves and clears only while it holds that lock. A login or a logout takes no lock. So each change names the
/// token that it replaces, and has no effect if another token is stored.
public protocol CredentialStorage: Sendable {
    /// The stored credential, which another process may have replaced; `nil` if there is none.
    func load() async throws(CredentialStorageError) -> BearerCredential?

    /// Reserves the space that the next ``save(_:replacing:)`` needs, and throws if there is not enough.
    ///
    /// A provider calls this before it sends a refresh request, and sends none if it throws. The server accepts the old
    /// refresh token only once, so a response that can't be saved loses the login. Without the request, the old token
    /// stays valid until there is space again. A storage without a disk needs no implementation.
    func reserveSpace() async throws(CredentialStorageError)

    /// Replaces the stored credential if it has the `old` token, and returns `true` once `credential` would survive the
    /// end of the process. Returns `false`, without a change, if another token is stored. Throws if no credential is
    /// stored: a refresh that ends after a logout must not bring the session back.
    func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) async throws(CredentialStorageError) -> Bool

    /// Removes the credential if it still has `token`. The comparison and the removal are atomic, so that a refused
    /// refresh does not remove a login that was stored at the same time.
    ///
    /// - Returns: the credential that is stored instead; `nil` if none is stored any more.
    func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential?
}

extension CredentialStorage {
    public func reserveSpace() async throws(CredentialStorageError) {}
}

/// Why a credential could not be stored, loaded or locked.
public struct CredentialStorageError: Error, Sendable, Equatable {
    /// One sentence in English, without any part of the credential.
    public let reason: String

    /// - Parameter reason: one sentence in English, without any part of the credential.
    public init(reason: String) {
        self.reason = reason
    }
}

/// A credential that can't be sent in a request. The error contains no part of it.
public struct InvalidCredential: Error, Sendable, Equatable {
    /// One sentence in English that says what is wrong.
    public let reason: String

    /// - Parameter reason: one sentence in English, without any part of the credential.
    public init(reason: String) {
        self.reason = reason
    }
}

/// The user or client that a cached response belongs to: a response cache never serves it to another partition.
///
/// A partition identifies the caller as the server sees it, so a refreshed token has the same partition as the old one.
/// It is not secret: never put a token or a password into it.
public enum CredentialPartition: Sendable, Hashable, Codable {
    /// Calls without a user: anonymous calls, or calls with one fixed key or password. Two clients that the server
    /// treats differently need two names.
    case client(String)
    /// One user's calls, by an id that is never reassigned to another user.
    case user(String)
}

/// Exchanges a credential for a new one: the port to the app's refresh request.
///
/// Implement it with a ``TokenEndpointClient``, whose pipeline has no ``AuthenticationInterceptor``: with one, a
/// refresh would wait for itself. A ``CredentialProvider`` runs one refresh at a time, and none with a refresh token
/// that was already exchanged or refused.
public protocol CredentialRefreshing: Sendable {
    /// The new credential. Throws ``NetworkError/Cause/loggedOut`` if the server refused the refresh token for good,
    /// which ends the session; any other error leaves the session unchanged. An implementation must send its request
    /// only once: the server may have used up the token even if its response was lost.
    func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential
}
