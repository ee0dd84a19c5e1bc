import Models
import Networking
import Primitives

/// Renews credentials at a ``FakeBackend``.
struct FakeRefresher: CredentialRefreshing {
    let backend: FakeBackend

    func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
        guard let refreshToken = credential.refreshToken else { return credential }
        let tokens = try backend.rotate(refreshToken)
        return BearerCredential(
            token: tokens.access, refreshToken: tokens.refresh, expiresAt: tokens.accessExpiresAt)
    }
}
