import Models
import Networking
import Primitives

/// Renews credentials at a ``FakeBackend``.
struct FakeRefresher: CredentialRefreshing {
    let backend: FakeBackend

    func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
        guard let refreshToken = credential.refreshToken else { return credential }
        do throws(NetworkError) {
            return try backend.rotate(refreshToken)
        } catch {
            throw error.status == 401 ? NetworkError(.loggedOut, error.metadata) : error
        }
    }
}
