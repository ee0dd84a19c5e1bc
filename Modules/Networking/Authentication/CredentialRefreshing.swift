public import Primitives

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
