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

/// A user as stored.
struct User: Codable, Equatable, Sendable, FetchableRecord, PersistableRecord {
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

    enum CodingKeys: String, CodingKey {
        case id, email, name, role, description
        case createdAt = "created_at"
        case updatedAt = "updated_at"
        case avatarVersion = "avatar_version"
        case avatarUploadedAt = "avatar_uploaded_at"
    }

    /// When a response that contains the user last changed.
    var modifiedAt: HTTPDate { HTTPDate(max(updatedAt, avatarUploadedAt ?? updatedAt)) }

    static func createTable(_ db: Database) throws {
        try db.create(table: databaseTableName, options: .strict) { table in
            table.primaryKey("id", .text)
            table.column("email", .text).notNull().unique().collate(.nocase)
            table.column("name", .text).notNull()
            table.column("role", .text).notNull().check { ["member", "admin"].contains($0) }
            table.column("description", .text)
            table.column("created_at", .integer).notNull()
            table.column("updated_at", .integer).notNull()
            table.column("avatar_version", .text)
            table.column("avatar_uploaded_at", .integer)
        }
        // The sort order of lists. The id breaks ties, so that no two pages overlap.
        try db.create(index: "users_by_age", on: databaseTableName, columns: ["created_at", "id"])
    }
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

/// The changes of a `PUT` or `PATCH`. Only the description may be removed.
struct UserChanges: Sendable {
    var name: String?
    var email: String?
    /// `nil` leaves it unchanged.
    var description: String??

    /// The changes that a body asks for. An absent key changes nothing (RFC 7396).
    /// - Throws: ``Problem/validationFailed(_:)`` with every invalid field.
    init(_ fields: BodyFields, requiresAll: Bool) throws(Problem) {
        var fields = fields
        if fields.has("name") || requiresAll { name = fields.required("name", .line(100)) }
        if fields.has("email") || requiresAll { email = fields.required("email", .email) }
        if fields.has("description") {
            description = .some(fields.optional("description", .paragraphs(1000)))
        } else if requiresAll {
            fields.note(.required("description"))
        }
        try fields.check()
    }

    func applied(to user: User) -> User {
        var user = user
        user.name = name ?? user.name
        user.email = email ?? user.email
        if let description { user.description = description }
        return user
    }
}

/// People of computing history, with fixed ids and dates, so that they are the same in every database. Only the first
/// two can log in.
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
