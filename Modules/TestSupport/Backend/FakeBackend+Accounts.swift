import EngineTestSupport
import Foundation
import HTTPTypes
import Models
import Networking
public import Primitives
import RemoteServices
import Synchronization

/// The sessions at a ``FakeBackend``, with rotation: a refresh token is valid once, only the newest access token is
/// valid, and a refresh token that is used again ends its session.
struct FakeSessions: Sendable {
    struct Tokens {
        let access: String
        let refresh: String
    }

    private struct Session {
        let userID: String
        /// How many pairs of tokens it has had.
        var generation = 1
        /// On the monotonic clock.
        var accessEndsAt: Duration
        var isAlive = true
    }

    /// Their tokens name them by their number, which starts at 0.
    private var sessions: [Session] = []
    private(set) var refreshes = 0
    private(set) var reusedTokens = 0
    /// How many sessions a reused refresh token has ended.
    private(set) var endedSessions = 0

    mutating func begin(of userID: String, accessEndsAt: Duration) -> Tokens {
        sessions.append(Session(userID: userID, accessEndsAt: accessEndsAt))
        return tokens(of: sessions.count - 1)
    }

    /// Exchanges a refresh token for the next pair; `nil` unless it is the newest of an active session.
    mutating func refresh(_ token: String, accessEndsAt: Duration) -> Tokens? {
        guard let (number, generation) = find(token, "refresh") else { return nil }
        guard generation == sessions[number].generation else {
            guard generation < sessions[number].generation else { return nil }
            // Either the client or a thief used the token before.
            reusedTokens += 1
            if sessions[number].isAlive { endedSessions += 1 }
            sessions[number].isAlive = false
            return nil
        }
        guard sessions[number].isAlive else { return nil }
        refreshes += 1
        sessions[number].generation += 1
        sessions[number].accessEndsAt = accessEndsAt
        return tokens(of: number)
    }

    /// The user of an access token; `nil` if the token is not valid now.
    func userID(of token: String, at now: Duration) -> String? {
        guard let (number, generation) = find(token, "access") else { return nil }
        let session = sessions[number]
        return session.isAlive && generation == session.generation && now < session.accessEndsAt ? session.userID : nil
    }

    /// Ends the session of an access token.
    mutating func end(_ token: String) {
        guard let (number, generation) = find(token, "access") else { return }
        if generation == sessions[number].generation { sessions[number].isAlive = false }
    }

    mutating func endAll() {
        for number in sessions.indices { sessions[number].isAlive = false }
    }

    /// Expires all access tokens; refresh tokens stay valid.
    mutating func expireAccessTokens(at now: Duration) {
        for number in sessions.indices { sessions[number].accessEndsAt = min(sessions[number].accessEndsAt, now) }
    }

    private func tokens(of number: Int) -> Tokens {
        let suffix = "token-\(number)-\(sessions[number].generation)"
        return Tokens(access: "access-\(suffix)", refresh: "refresh-\(suffix)")
    }

    private func find(_ token: String, _ kind: Substring) -> (number: Int, generation: Int)? {
        let parts = token.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == kind, parts[1] == "token", let number = Int(parts[2]),
            let generation = Int(parts[3])
        else {
            return nil
        }
        return sessions.indices.contains(number) ? (number, generation) : nil
    }
}

extension FakeResource {
    /// `/v2/users`. Only the first two can log in with a password.
    static var users: FakeResource {
        let members = ["alan", "barbara", "donald", "edsger", "frances", "katherine", "margaret", "tony"]
        let people =
            [("ada", "Ada Lovelace", "admin"), ("grace", "Grace Hopper", "member")]
            + members.map { ($0, $0.capitalized, "member") }
        return FakeResource(
            "users", of: User.self, for: .members,
            items: people.map { handle, name, role in user("u-\(handle)", named: name, role: role) }
        ) { number, now in
            let date = Timestamp(now).description
            return ["id": "u-\(number)", "role": "member", "created_at": date, "updated_at": date]
        }
    }

    /// A user as JSON. The id begins with `u-`.
    static func user(_ id: String, named name: String, role: String = "member") -> [String: any Sendable] {
        [
            "id": id, "email": "\(id.dropFirst(2))@example.com", "name": name, "role": role,
            "created_at": "2026-01-01T09:00:00Z", "updated_at": "2026-01-01T09:00:00Z",
        ]
    }
}

extension FakeBackend {
    /// Starts a session of the user with this id, as a login with a password does. A user who does not exist is added.
    ///
    /// - Parameter id: begins with `u-`.
    public func logIn(_ id: String) -> BearerCredential {
        let (now, date) = (time.monotonicTime, time.now)
        return state.withLock { state in
            state.resources["users"]?.add(FakeResource.user(id, named: id))
            let tokens = state.sessions.begin(of: id, accessEndsAt: now + state.rules.accessLifetime)
            return BearerCredential(
                token: Secret(tokens.access), refreshToken: Secret(tokens.refresh),
                expiresAt: state.rules.lifetimeInSeconds.map { date.addingTimeInterval(Double($0)) })
        }
    }

    /// Expires every access token. Refresh tokens stay valid.
    public func expireAccessTokens() {
        let now = time.monotonicTime
        state.withLock { $0.sessions.expireAccessTokens(at: now) }
    }

    /// Ends every session.
    public func endSessions() {
        state.withLock { $0.sessions.endAll() }
    }
}

extension FakeBackend.State {
    private static var passwords: [String: String] {
        ["u-ada": "analytical-engine", "u-grace": "nanosecond-wire"]
    }

    /// The id of the user whose token the request has, or `nil` for a guest.
    mutating func caller(of request: FakeRequest) throws(FakeProblem) -> String? {
        guard let token = request.bearer else { return nil }
        let caller = sessions.userID(of: token, at: request.moment)
        guard let caller, resources["users"]?.contains(caller) == true else {
            // A refresh token replaces an access token that has expired.
            if request.isRefresh { return nil }
            counts.unauthorized += 1
            throw .unauthorized("invalid_token")
        }
        return caller
    }

    /// `POST /v2/auth/login`, `/refresh` and `/logout`.
    mutating func authenticate(_ request: FakeRequest, _ step: String?) throws(FakeProblem) -> ServerResponse {
        let accessEndsAt = request.moment + rules.accessLifetime
        switch step {
        case "login":
            let body = try request.object()
            let user = resources["users"]?.item(where: "email", is: body["email"] as? String ?? "")
            guard let user, let id = user["id"] as? String, let password = Self.passwords[id],
                password == body["password"] as? String
            else { throw .unauthorized("invalid_credentials") }
            return response(sessions.begin(of: id, accessEndsAt: accessEndsAt), of: user)
        case "refresh":
            counts.refreshRequests += 1
            let token = try request.object()["refresh_token"] as? String ?? ""
            guard let tokens = sessions.refresh(token, accessEndsAt: accessEndsAt) else {
                throw .unauthorized("invalid_refresh_token")
            }
            return response(tokens)
        case "logout":
            if let token = request.bearer { sessions.end(token) }
            return .empty(.noContent)
        default: throw .notFound
        }
    }

    /// The token response of RFC 6749 section 5.1, with the user after a login.
    private func response(_ tokens: FakeSessions.Tokens, of user: [String: Any]? = nil) -> ServerResponse {
        var json: [String: Any] = [
            "access_token": tokens.access, "token_type": "Bearer", "refresh_token": tokens.refresh,
        ]
        json["expires_in"] = rules.lifetimeInSeconds
        json["user"] = user
        return .object(json)
    }

    /// `/v2/users/{id}/avatar`.
    mutating func picture(
        _ request: FakeRequest, of id: String, _ caller: String?
    ) throws(FakeProblem) -> ServerResponse {
        guard request.method == .post else {
            guard let picture = pictures[id] else { throw .notFound }
            return .data(picture.bytes, fields: [.contentType: picture.type])
        }
        guard let picture = FakePicture(request) else { throw .invalid("avatar") }
        pictures[id] = picture
        let digest = SHA256Digest.hexadecimal(of: picture.bytes)
        let url = "\(request.origin)\(request.path)?v=\(digest.prefix(16))"
        try resources["users"]?.change(id, ["avatar_url": url], caller)
        return .object(
            [
                "avatar_url": url, "content_type": picture.type, "size": picture.bytes.count, "sha256": digest,
                "uploaded_at": Timestamp(request.now).description,
            ], status: .created)
    }
}

extension FakeRequest {
    fileprivate var bearer: String? {
        let words = fields[.authorization]?.split(separator: " ") ?? []
        return words.count == 2 ? String(words[1]) : nil
    }
}

/// The only part of a multipart form (RFC 7578).
struct FakePicture: Sendable {
    let type: String
    let bytes: Data

    /// `nil` if the form has another shape.
    init?(_ request: FakeRequest) {
        let (head, body) = (Data("\r\n\r\n".utf8), request.body)
        guard let boundary = request.fields[.contentType]?.firstMatch(of: /boundary="?([^";]+)/)?.1,
            let headEnd = body.range(of: head),
            let bodyEnd = body.range(of: Data("\r\n--\(boundary)--".utf8), in: headEnd.upperBound..<body.endIndex),
            let type = String(decoding: body[..<headEnd.lowerBound], as: UTF8.self)
                .firstMatch(of: /(?i)content-type: *([^\r; ]+)/)?.1
        else { return nil }
        self.type = String(type)
        bytes = Data(body[headEnd.upperBound..<bodyEnd.lowerBound])
    }
}
