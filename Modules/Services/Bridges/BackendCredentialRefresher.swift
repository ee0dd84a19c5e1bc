import Foundation
import Models
public import Networking
public import Primitives

/// Renews credentials at the backend's own refresh endpoint.
public struct BackendCredentialRefresher: CredentialRefreshing {
    private let session: Session<Guest>
    private let time: any TimeSource

    /// - Parameter client: its chain must not authenticate: a refresh that waits for a refresh waits for ever.
    public init(client: Client, time: any TimeSource) {
        session = client.session(for: Guest.self)
        self.time = time
    }

    public func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
        // An authority never asks for a credential without a refresh token to be renewed.
        guard let refreshToken = credential.refreshToken else { return credential }
        let answer = try await session.send(.refresh(RefreshRequest(refreshToken: refreshToken)))
        return BearerCredential(answer.tokens(receivedAt: time.now))
    }
}
