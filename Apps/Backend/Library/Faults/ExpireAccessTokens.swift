import HTTPTypes
import Hummingbird

/// `POST /faults/expire-access-tokens`: every access token alive now is expired, as if its lifetime had passed at
/// once. Refresh tokens stay good.
struct ExpireAccessTokens: FaultSwitch {
    let sessions: SessionStore

    func addControls(to group: RouterGroup<BackendRequestContext>) {
        group.post("expire-access-tokens") { _, _ in
            try await sessions.expireAccessTokens()
            return HTTPResponse.Status.noContent
        }
    }
}
