import Foundation
import HTTPTypes
import Models
import Networking
import Primitives
import RemoteServices

/// A session at a ``FakeBackend``: one valid pair of tokens, and the refresh tokens that were used before.
struct FakeSession: Sendable {
    let userID: String
    var number: Int
    var accessEndsAt: Date
    var spent: Set<String> = []

    /// The lifetime of access tokens in seconds.
    static var lifetime: Int { 15 * 60 }

    var access: String { "access-token-\(number)" }
    var refresh: String { "refresh-token-\(number)" }

    init(userID: String, number: Int, now: Date) {
        self.userID = userID
        self.number = number
        accessEndsAt = now.addingTimeInterval(Double(Self.lifetime))
    }

    /// The token response of RFC 6749 section 5.1.
    var json: [String: Any] {
        ["access_token": access, "token_type": "Bearer", "expires_in": Self.lifetime, "refresh_token": refresh]
    }
}

extension FakeResource {
    /// `/v2/users`. Only the first two can log in.
    static var users: FakeResource {
        let members = ["alan", "barbara", "donald", "edsger", "frances", "katherine", "margaret", "tony"]
        let people =
            [("ada", "Ada Lovelace", "admin"), ("grace", "Grace Hopper", "member")]
            + members.map { ($0, $0.capitalized, "member") }
        return FakeResource(
            "users", of: UserV2.self, for: .members,
            items: people.map { handle, name, role in
                [
                    "id": "u-\(handle)", "email": "\(handle)@example.com", "name": name, "role": role,
                    "created_at": "2026-01-01T09:00:00Z", "updated_at": "2026-01-01T09:00:00Z",
                ]
            }
        ) { number, now in
            let date = Timestamp(now).description
            return ["id": "u-\(number)", "role": "member", "created_at": date, "updated_at": date]
        }
    }
}

extension FakeBackend.State {
    private static var passwords: [String: String] {
        ["u-ada": "analytical-engine", "u-grace": "nanosecond-wire"]
    }

    /// The id of the user whose token the request has, or `nil` for a guest.
    func caller(of request: FakeRequest) throws(FakeProblem) -> String? {
        guard let token = request.bearer else { return nil }
        let session = sessions.first { $0.access == token && request.now < $0.accessEndsAt }
        guard let session, resources["users"]?.item(where: "id", is: session.userID) != nil else {
            // A refresh token replaces an access token that has expired.
            if request.segments.last == "refresh" { return nil }
            throw .unauthorized("invalid_token")
        }
        return session.userID
    }

    /// `POST /v2/auth/login`, `/refresh` and `/logout`.
    mutating func authenticate(_ request: FakeRequest, _ step: String?) throws(FakeProblem) -> ServerResponse {
        switch step {
        case "login":
            let body = try request.object()
            let user = resources["users"]?.item(where: "email", is: body["email"] as? String ?? "")
            guard let user, let id = user["id"] as? String, let password = Self.passwords[id],
                password == body["password"] as? String
            else { throw .unauthorized("invalid_credentials") }
            let session = FakeSession(userID: id, number: nextNumber(), now: request.now)
            sessions.append(session)
            return .object(session.json.merging(["user": user]) { _, new in new })
        case "refresh":
            let token = try request.object()["refresh_token"] as? String ?? ""
            // Either the client or a thief used the token before, so the session ends.
            sessions.removeAll { $0.spent.contains(token) }
            guard let index = sessions.firstIndex(where: { $0.refresh == token }) else {
                throw .unauthorized("invalid_refresh_token")
            }
            var session = FakeSession(userID: sessions[index].userID, number: nextNumber(), now: request.now)
            session.spent = sessions[index].spent.union([token])
            sessions[index] = session
            return .object(session.json)
        case "logout":
            sessions.removeAll { $0.access == request.bearer }
            return .empty(.noContent)
        default: throw .notFound
        }
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
