import Foundation
import Models
public import Networking
public import Primitives

/// Renews credentials at the backend's own refresh endpoint.
public struct BackendCredentialRefresher: CredentialRefreshing {
    private let session: Session<Guest>
    private let time: any TimeSource

    /// - Parameter client: of the backend.
    public init(client: TokenEndpointClient, time: any TimeSource) {
        session = client.session(for: Guest.self)
        self.time = time
    }

    public func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
        // An authority never asks for a credential without a refresh token to be renewed.
        guard let refreshToken = credential.refreshToken else { return credential }
        do throws(NetworkError) {
            let response = try await session.send(.refresh(RefreshRequest(refreshToken: refreshToken)))
            return response.credential(receivedAt: time.now)
        } catch {
            // The backend has judged the token. It says so with 401; a gateway before it may say 400 or 403.
            guard let status = error.status, [400, 401, 403].contains(status) else { throw error }
            throw NetworkError(.loggedOut, error.metadata)
        }
    }
}
