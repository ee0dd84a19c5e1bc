public import Primitives

/// Trades a credential for the next one: the app's refresh call, behind a port.
///
/// It runs on a ``TokenEndpointClient``, whose chain signs nothing: with ``AuthenticationInterceptor`` in it, it would wait
/// for itself. An authority calls it once at a time, and never again with a refresh token that was traded or refused.
public protocol CredentialRefreshing: Sendable {
    /// The next credential. Throws ``NetworkError/Cause/loggedOut`` where the server has refused the refresh token and will
    /// refuse it again: that ends the session, while any other error leaves it as it was. Sends its request once: an answer
    /// that was lost on its way may have spent the token.
    func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential
}
