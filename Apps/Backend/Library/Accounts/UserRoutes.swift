import Foundation
import GRDB
import HTTPTypes
import Hummingbird

/// The users, and the caller's own account, in both API versions.
struct UserRoutes: Resource {
    let backend: Dependencies

    init(_ backend: Dependencies) {
        self.backend = backend
    }

    static func migrate(_ migrator: inout DatabaseMigrator) {
        migrator.registerMigration("users", migrate: User.createTable)
    }

    static func seed(_ db: Database) throws {
        guard try User.fetchCount(db) == 0 else { return }
        for user in SeedUsers.all { try user.insert(db) }
    }

    func addRoutes(to groups: RouteGroups) {
        groups.members.get("v2/users/me") { request, context in
            try reply(context.caller.user, to: request)
        }
        groups.members.get("v2/users/{id}") { request, context in
            try reply(try await target(of: context), to: request)
        }
        groups.members.put("v2/users/{id}") { try await update($0, $1, requiresAll: true) }
        groups.members.patch("v2/users/{id}") { try await update($0, $1, requiresAll: false) }
        groups.members.delete("v2/users/{id}", use: delete)
        groups.admins.get("v2/users", use: list)
        groups.admins.post("v2/users", use: create)
        // For older clients, read-only.
        groups.legacyMembers.get("v1/users/me") { request, context in
            try legacyReply(context.caller.user, to: request)
        }
        groups.legacyMembers.get("v1/users/{id}") { request, context in
            try legacyReply(try await target(of: context), to: request)
        }
    }

    private func reply(_ user: User, to request: Request) throws -> Reply {
        try .cacheable(UserBody(user, backend.links), modified: user.modifiedAt, for: request)
    }

    private func legacyReply(_ user: User, to request: Request) throws -> Reply {
        try .cacheable(legacyBody(user), modified: user.modifiedAt, for: request)
    }

    private func target(of context: MemberContext) async throws -> User {
        let id = try context.userID
        guard let user = try await backend.database.read({ try User.fetchOne($0, key: id) }) else {
            throw Problem.notFound
        }
        return user
    }

    @Sendable private func list(_ request: Request, _ context: AdminContext) async throws -> Reply {
        let query = try PageQuery(request.uri.queryParameters)
        let (users, total) = try await backend.database.read { db in
            let page = User.order(Column("created_at"), Column("id")).limit(query.size, offset: query.offset)
            return (try page.fetchAll(db), try User.fetchCount(db))
        }
        return try PageBody(query, items: users.map { UserBody($0, backend.links) }, total: total)
            .reply(backend.links.absolute("/v2/users"), for: request)
    }

    @Sendable private func create(_ request: Request, _ context: AdminContext) async throws -> Reply {
        var fields: BodyFields = try await request.json(limit: backend.limits.jsonBody)
        let now = backend.now
        let name: String = fields.required("name", .line(100))
        let email: String = fields.required("email", .email)
        let description: String? = fields.optional("description", .paragraphs(1000))
        let role: Role = fields.optional("role") ?? .member
        let user = User(
            id: fields.newID("u"), email: email, name: name, role: role, description: description, createdAt: now,
            updatedAt: now)
        try fields.check()
        return try await backend.write(context) { [links = backend.links] db in
            try user.create(db, orThrow: .emailTaken)
            return try .json(
                UserBody(user, links), status: .created,
                headers: [.location: links.absolute("/v2/users/\(user.id)")])
        }
    }

    /// If nothing changes, `updated_at` stays the same.
    private func update(_ request: Request, _ context: MemberContext, requiresAll: Bool) async throws -> Reply {
        let (id, now, links) = (try context.userID, backend.now, backend.links)
        let changes = try UserChanges(
            try await request.json(limit: backend.limits.jsonBody), requiresAll: requiresAll)
        let (method, preconditions) = (request.method, Preconditions(fields: request.headers))
        return try await backend.write(context) { db in
            guard let before = try User.fetchOne(db, key: id) else { throw Problem.notFound }
            try preconditions.check(method, UserBody(before, links), modified: before.modifiedAt)
            var after = changes.applied(to: before)
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

    @Sendable private func delete(_ request: Request, _ context: MemberContext) async throws -> Reply {
        let (id, links) = (try context.userID, backend.links)
        let (method, preconditions) = (request.method, Preconditions(fields: request.headers))
        return try await backend.write(context) { db in
            guard let user = try User.fetchOne(db, key: id) else { throw Problem.notFound }
            try preconditions.check(method, UserBody(user, links), modified: user.modifiedAt)
            try user.delete(db)
            return .noContent
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
