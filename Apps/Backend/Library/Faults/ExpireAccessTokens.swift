import HTTPTypes
import Hummingbird

/// `POST /faults/expire-access-tokens`: all access tokens expire now. Refresh tokens stay valid.
struct ExpireAccessTokens: FaultSwitch {
    let sessions: SessionStore

    func addControls(to group: RouterGroup<BackendRequestContext>) {
        group.post("expire-access-tokens") { _, _ in
            try await sessions.expireAccessTokens()
            return HTTPResponse.Status.noContent
        }
    }
}
