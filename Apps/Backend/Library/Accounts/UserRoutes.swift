import Foundation
import GRDB
import HTTPTypes
import Hummingbird

/// The users, and the caller's own account, in both API versions.
struct UserRoutes: Resource {
    let backend: Dependencies

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("users") { db in
            try db.create(table: User.databaseTableName, options: .strict) { table in
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
            try db.create(index: "users_by_age", on: User.databaseTableName, columns: ["created_at", "id"])
        }
    }

    static func seed(_ db: Database) throws {
        guard try User.fetchCount(db) == 0 else { return }
        for user in SeedUsers.all { try user.insert(db) }
    }

    func addRoutes(to groups: RouteGroups) {
        groups.members.get("v2/users/me") { request, context in
            try await backend.get(User.filter(key: context.caller.user.id), for: request)
        }
        groups.members.get("v2/users/{id}") { try await backend.get(User.filter(key: $1.userID), for: $0) }
        groups.members.put("v2/users/{id}") { try await update($0, $1, requiresAll: true) }
        groups.members.patch("v2/users/{id}") { try await update($0, $1, requiresAll: false) }
        groups.members.delete("v2/users/{id}") { try await backend.delete(User.filter(key: $1.userID), for: $0, $1) }
        groups.admins.get("v2/users") { request, _ in
            try await backend.list(User.order(Column("created_at"), Column("id")), at: "/v2/users", for: request)
        }
        groups.admins.post("v2/users", use: create)
        // For older clients, read-only.
        groups.legacyMembers.get("v1/users/me") { try legacyReply($1.caller.user, to: $0) }
        groups.legacyMembers.get("v1/users/{id}") { request, context in
            try legacyReply(try await backend.find(User.filter(key: context.userID)), to: request)
        }
    }

    private func legacyReply(_ user: User, to request: Request) throws -> Reply {
        try .cacheable(legacyBody(user), modified: user.modifiedAt, for: request)
    }

    @Sendable private func create(_ request: Request, _ context: AdminContext) async throws -> Reply {
        var fields = try await request.fields()
        let now = backend.now
        let name: String = fields.required("name", .line(100))
        let email: String = fields.required("email", .email)
        let description: String? = fields.optional("description", .paragraphs(1000))
        let role: Role = fields.optional("role") ?? .member
        let user = User(
            id: fields.newID("u"), email: email, name: name, role: role, description: description, createdAt: now,
            updatedAt: now)
        try fields.check()
        return try await backend.create(user, at: "/v2/users", orThrow: .emailTaken, context)
    }

    /// If nothing changes, `updated_at` stays the same.
    private func update(_ request: Request, _ context: MemberContext, requiresAll: Bool) async throws -> Reply {
        let (id, now, links) = (try context.userID, backend.now, backend.links)
        let change = try User.change(try await request.fields(), requiresAll: requiresAll)
        let conditions = Preconditions(request)
        return try await backend.write(context) { db in
            guard let before = try User.fetchOne(db, key: id) else { throw Problem.notFound }
            try conditions.check(UserBody(before, links), modified: before.modifiedAt)
            var after = before
            change(&after)
            if after != before {
                after.updatedAt = now
                do {
                    try after.update(db)
                } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
                    throw Problem.emailTaken
                }
            }
            return try .json(UserBody(after, links))
        }
    }
}

extension MemberContext {
    /// The id in the path, if it is the caller's own or the caller is an admin.
    /// - Throws: ``Problem/notFound`` for any other id, whether or not it exists. A 403 would reveal which ids exist.
    var userID: String {
        get throws(Problem) {
            let id = try pathID
            guard caller.user.id == id || caller.user.role == .admin else { throw .notFound }
            return id
        }
    }
}

extension Problem {
    static let emailTaken = Problem(
        status: .conflict, code: "email_taken", title: "Email taken", detail: "Another user has this email.",
        errors: [FieldError(field: "email", code: "taken", message: "Another user has this email.")])
}
