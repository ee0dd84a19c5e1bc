import Foundation
import HTTPTypes
import Models
import Networking
import Primitives

/// `POST /v2/auth/login`, `/refresh` and `/logout`.
extension FakeBackend.State {
    mutating func auth(
        _ request: FakeRequest, _ path: [String], _ caller: FakeUser?
    ) throws(FakeProblem) -> ServerResponse {
        guard request.method == .post, path.count == 1 else { throw .notFound }
        switch path[0] {
        case "login": return try logIn(request)
        case "refresh": return try refresh(request)
        case "logout": return try logOut(request, caller)
        default: throw .notFound
        }
    }

    private mutating func logIn(_ request: FakeRequest) throws(FakeProblem) -> ServerResponse {
        var body = try FakeFields(request)
        let (email, password) = (body.required("email"), body.required("password"))
        try body.check()
        let user = users.first { $0.email.lowercased() == email?.lowercased() }
        guard let user, let right = user.password?.reveal(), right == password else {
            throw .unauthorized("invalid_credentials", "Invalid credentials", "Email or password is wrong.")
        }
        let session = FakeSession(userID: user.id, number: nextNumber(), now: request.now)
        sessions.append(session)
        let json = session.json.merging(["user": user.json(origin: request.origin)]) { _, new in new }
        return .object(json, fields: [.cacheControl: "no-store"])
    }

    private mutating func refresh(_ request: FakeRequest) throws(FakeProblem) -> ServerResponse {
        var body = try FakeFields(request)
        let token = body.required("refresh_token") ?? ""
        try body.check()
        // Either the client or a thief used the token before, so the session ends.
        if let index = sessions.firstIndex(where: { $0.spent.contains(token) }) {
            sessions.remove(at: index)
            throw .unauthorized(
                "refresh_token_reused", "Refresh token reused",
                "The refresh token was used before, so it may be stolen. Its session has ended. Log in again.")
        }
        guard let index = sessions.firstIndex(where: { $0.refresh == token }) else {
            throw .unauthorized(
                "invalid_refresh_token", "Invalid refresh token",
                "The refresh token is expired, revoked or unknown. Log in again.")
        }
        sessions[index].rotate(number: nextNumber(), now: request.now)
        return .object(sessions[index].json, fields: [.cacheControl: "no-store"])
    }

    private mutating func logOut(_ request: FakeRequest, _ caller: FakeUser?) throws(FakeProblem) -> ServerResponse {
        _ = try member(caller)
        let token = Self.token(of: request)
        sessions.removeAll { $0.access == token }
        return .empty(.noContent)
    }
}

/// Who may use a route.
extension FakeBackend.State {
    /// The user whose token the request has, or `nil` if it has none.
    func caller(of request: FakeRequest) throws(FakeProblem) -> FakeUser? {
        guard request.fields[.authorization] != nil else { return nil }
        let token = Self.token(of: request)
        let session = sessions.first { $0.access == token && request.now < $0.accessEndsAt }
        guard let session, let user = users.first(where: { $0.id == session.userID }) else {
            throw .unauthorized(
                "invalid_token", "Invalid access token", "The access token is expired, revoked or unknown.",
                challenge: #", error="invalid_token""#)
        }
        return user
    }

    func member(_ caller: FakeUser?) throws(FakeProblem) -> FakeUser {
        guard let caller else {
            throw .unauthorized(
                "missing_token", "Authentication required", "This resource requires an access token.")
        }
        return caller
    }

    func admin(_ caller: FakeUser?) throws(FakeProblem) {
        guard try member(caller).role == .admin else { throw .forbidden }
    }

    private static func token(of request: FakeRequest) -> String? {
        let words = request.fields[.authorization]?.split(separator: " ") ?? []
        return words.count == 2 && words[0].lowercased() == "bearer" ? String(words[1]) : nil
    }
}
