/// Trades a credential for the next one: the app's refresh call, behind a port.
///
/// It must run on a chain without ``AuthenticationInterceptor``, or it would wait for itself. An authority calls it once
/// at a time and never twice with the same refresh token.
public protocol CredentialRefreshing: Sendable {
    /// The next credential. A server that refuses is a `.status` error with a 4xx code; that ends the session, while any
    /// other error leaves it as it was.
    func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential
}
