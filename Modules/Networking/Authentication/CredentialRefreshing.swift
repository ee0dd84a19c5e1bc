/// Trades a credential for the next one: the app's refresh call, behind a port.
///
/// It must run on a chain without ``AuthenticationInterceptor``, or it would wait for itself. An authority calls it
/// once at a time, and never again with a refresh token that was traded or refused.
public protocol CredentialRefreshing: Sendable {
    /// The next credential. A server that refuses is a `.status` error with 400, 401 or 403; that ends the session,
    /// while any other error leaves it as it was.
    func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential
}
