import Foundation
import Models
public import Networking
public import Primitives
import Synchronization

extension FakeBackend {
    /// Makes every access token an expired one, as if its lifetime had passed. Refresh tokens stay good.
    public func expireAccessTokens() {
        let now = time.now
        state.withLock { state in
            for index in state.sessions.indices { state.sessions[index].expireAccess(now: now) }
        }
    }

    /// Ends every session, as an operator may.
    public func endSessions() {
        state.withLock { $0.sessions.removeAll() }
    }

    func login(_ credentials: Credentials) throws(NetworkError) -> (user: User, credential: BearerCredential) {
        let request = request("login(_:)", .post, "/auth/login")
        let now = time.now
        return try response(request) { state throws(NetworkError) in
            let person = state.people.values.first { Self.isSame($0.user.email, credentials.email) }
            guard let person, person.password == credentials.password else {
                throw request.refusal(401, "invalid_credentials", "Email or password is wrong.")
            }
            let session = FakeSession(userID: person.user.id, number: state.nextNumber(), now: now)
            state.sessions.append(session)
            return (person.user, session.credential)
        }
    }

    func rotate(_ refreshToken: Secret<String>) throws(NetworkError) -> BearerCredential {
        let request = request("refresh(_:)", .post, "/auth/refresh")
        let (token, now) = (refreshToken.reveal(), time.now)
        return try response(request) { state throws(NetworkError) in
            if let index = state.sessions.firstIndex(where: { $0.spent.contains(token) }) {
                // One of the two who showed it stole it.
                state.sessions.remove(at: index)
                throw request.refusal(401, "refresh_token_reused", "The refresh token was spent before.")
            }
            guard let index = state.sessions.firstIndex(where: { $0.refresh == token }) else {
                throw request.refusal(401, "invalid_refresh_token", "The refresh token is expired, revoked or unknown.")
            }
            state.sessions[index].rotate(number: state.nextNumber(), now: now)
            return state.sessions[index].credential
        }
    }

    /// Ends the session that `access` belongs to.
    public func endSession(_ access: Secret<String>) throws(NetworkError) {
        let request = request("logout()", .post, "/auth/logout")
        let now = time.now
        try response(request) { state throws(NetworkError) in
            _ = try state.caller(access, at: now, request)
            state.sessions.removeAll { $0.access == access.reveal() }
        }
    }

    /// Addresses compare without case at the backend.
    static func isSame(_ left: EmailAddress, _ right: EmailAddress) -> Bool {
        left.text.lowercased() == right.text.lowercased()
    }
}

extension FakeSession {
    var credential: BearerCredential {
        BearerCredential(token: Secret(access), refreshToken: Secret(refresh), expiresAt: accessEndsAt)
    }
}

extension FakeBackend.State {
    /// Whose access token this is.
    func caller(_ access: Secret<String>, at now: Date, _ request: FakeRequest) throws(NetworkError) -> User {
        let session = sessions.first { $0.access == access.reveal() && now < $0.accessEndsAt }
        guard let session, let person = people[session.userID] else {
            throw request.refusal(401, "invalid_token", "The access token is expired, revoked or unknown.")
        }
        return person.user
    }
}
