import Foundation
import Models
public import Networking
public import Primitives

/// Refreshes credentials with a request to the backend, `POST /auth/refresh`.
public struct BackendCredentialRefresher: CredentialRefreshing {
    private let session: Session<Guest>
    private let time: any TimeSource

    /// - Parameter client: calls the backend's refresh endpoint.
    public init(client: TokenEndpointClient, time: any TimeSource) {
        session = client.session(for: Guest.self)
        self.time = time
    }

    public func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
        // A credential provider never refreshes a credential without a refresh token.
        guard let refreshToken = credential.refreshToken else { return credential }
        do throws(NetworkError) {
            let response = try await session.send(.refresh(RefreshRequest(refreshToken: refreshToken)))
            return response.credential(receivedAt: time.now, after: refreshToken)
        } catch {
            // The backend rejects a refresh token with 401, and a gateway in front of it may do so with 400 or 403.
            guard let status = error.status, [400, 401, 403].contains(status) else { throw error }
            throw NetworkError(.loggedOut, error.metadata)
        }
    }
}
