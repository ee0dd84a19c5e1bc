import Models
import Networking
import Primitives

/// Renews credentials at a ``FakeBackend``.
struct FakeRefresher: CredentialRefreshing {
    let backend: FakeBackend

    func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
        guard let refreshToken = credential.refreshToken else { return credential }
        do throws(NetworkError) {
            let tokens = try backend.rotate(refreshToken)
            return BearerCredential(
                token: tokens.access, refreshToken: tokens.refresh, expiresAt: tokens.accessExpiresAt)
        } catch {
            throw error.status == 401 ? NetworkError(.signedOut, error.evidence) : error
        }
    }
}
