import Foundation
import GRDB

/// A user's permissions: members can read and change only their own account, administrators every account.
enum Role: String, Codable, Sendable, DatabaseValueConvertible, FieldValue {
    case member
    case admin

    static let expected = "member or admin"
    static let expectedIfOptional = expected
    static let placeholder = Role.member
}

struct User: Entity {
    let id: String
    /// Compared case-insensitively.
    var email: String
    var name: String
    var role = Role.member
    var description: String?
    let createdAt: Timestamp
    var updatedAt: Timestamp
    /// Changes with every upload; `nil` without an avatar.
    var avatarVersion: String?
    var avatarUploadedAt: Timestamp?

    static let databaseTableName = "users"

    /// When a response that contains the user last changed.
    var modifiedAt: HTTPDate? { HTTPDate(max(updatedAt, avatarUploadedAt ?? updatedAt)) }

    func body(_ links: Links) -> UserBody { UserBody(self, links) }
}

/// A user on the wire in version 2. Missing values are `null`.
struct UserBody: Encodable, Sendable {
    let id: String
    let email: String
    let name: String
    let role: Role
    @OrNull var description: String?
    /// An absolute URL that changes with every upload, so clients can cache the image forever.
    @OrNull var avatarURL: String?
    let createdAt: Timestamp
    let updatedAt: Timestamp

    init(_ user: User, _ links: Links) {
        (id, email, name, role) = (user.id, user.email, user.name, user.role)
        (createdAt, updatedAt) = (user.createdAt, user.updatedAt)
        description = user.description
        avatarURL = user.avatarVersion.map { links.avatar(userID: user.id, version: $0) }
    }
}

/// A user on the wire in version 1, whose keys are not in snake case. Missing values are omitted.
func legacyBody(_ user: User) -> [String: String] {
    var body = ["userId": user.id, "name": user.name, "email": user.email]
    body["description"] = user.description
    return body
}

extension User {
    /// The change that the body of a `PUT` or `PATCH` asks for. An absent key of a `PATCH` changes nothing (RFC 7396), and
    /// only the description may be removed.
    static func change(
        _ fields: BodyFields, requiresAll: Bool
    ) throws(Problem) -> @Sendable (inout User) -> Void {
        var fields = fields
        let name: String? = requiresAll || fields.has("name") ? fields.required("name", .line(100)) : nil
        let email: String? = requiresAll || fields.has("email") ? fields.required("email", .email) : nil
        let hasDescription = fields.has("description")
        if requiresAll, !hasDescription { fields.note(.required("description")) }
        let description: String? = fields.optional("description", .paragraphs(1000))
        try fields.check()
        return { user in
            user.name = name ?? user.name
            user.email = email ?? user.email
            if hasDescription { user.description = description }
        }
    }
}

/// People of computing history, with fixed ids and dates. Only the first two can log in.
enum SeedUsers {
    static let all = people.enumerated().map { index, person in
        // One user a day, from 2026-01-01T09:00:00Z.
        let created = Timestamp(milliseconds: (1_767_258_000 + Int64(index) * 86_400) * 1000)
        return User(
            id: "u-\(person.handle)", email: "\(person.handle)@example.com", name: person.name,
            role: index == 0 ? .admin : .member,
            description: person.description, createdAt: created, updatedAt: created)
    }

    private static let people: [(handle: String, name: String, description: String?)] = [
        ("ada", "Ada Lovelace", "Published the first algorithm meant for a machine."),
        ("grace", "Grace Hopper", "Wrote the first compiler, and handed out nanoseconds."),
        ("alan", "Alan Turing", "Asked what can be computed, and whether machines can think."),
        ("barbara", "Barbara Liskov", "Said what a subtype has to keep."),
        ("donald", "Donald Knuth", nil),
        ("edsger", "Edsger W. Dijkstra", "Found the shortest path over a cup of coffee."),
        ("frances", "Frances Allen", nil),
        ("katherine", "Katherine Johnson", "Checked the machine's orbits by hand."),
        ("margaret", "Margaret Hamilton", "Led the software that landed on the Moon."),
        ("tony", "Tony Hoare", nil),
    ]
}
