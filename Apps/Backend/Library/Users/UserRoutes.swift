import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationEssentialsCompat

/// Users in version 2, except for the caller's own account.
struct UserRoutes: Resource {
    let users: UserStore
    let bodies: JSONBodyReader
    let links: Links

    init(_ dependencies: ResourceDependencies) {
        users = dependencies.users
        bodies = dependencies.bodies
        links = dependencies.links
    }

    func addRoutes(to groups: RouteGroups) {
        groups.members.get("v2/users/{id}", use: get)
        groups.members.put("v2/users/{id}", use: replace)
        groups.members.patch("v2/users/{id}", use: patch)
        groups.members.delete("v2/users/{id}", use: delete)
        groups.admins.get("v2/users", use: list)
        groups.admins.post("v2/users", use: create)
    }

    @Sendable private func get(_ request: Request, _ context: MemberContext) async throws -> some ResponseGenerator {
        let id = try UserAccess.target(of: context)
        guard let user = try await users.find(id: id) else { throw Problem.notFound }
        return CacheableResponse(body: body(of: user), modified: user.modifiedAt)
    }

    @Sendable private func create(_ request: Request, _ context: AdminContext) async throws -> some ResponseGenerator {
        let body = try await bodies.read(NewUserBody.self, from: request)
        let user = try body.user(id: "u-\(UUID().uuidString.lowercased())", at: Timestamp(users.now()))
        try await users.insert(user)
        return JSONResponse(
            body: self.body(of: user), status: .created, headers: [.location: links.absolute("/v2/users/\(user.id)")])
    }

    @Sendable private func replace(_ request: Request, _ context: MemberContext) async throws -> some ResponseGenerator
    {
        let id = try UserAccess.target(of: context)
        let body = try await bodies.read(UserChangesBody.self, from: request)
        return try await update(id, try body.replacement(), for: request)
    }

    @Sendable private func patch(_ request: Request, _ context: MemberContext) async throws -> some ResponseGenerator {
        let id = try UserAccess.target(of: context)
        let body = try await bodies.read(UserChangesBody.self, from: request)
        return try await update(id, try body.patch(), for: request)
    }

    @Sendable private func delete(_ request: Request, _ context: MemberContext) async throws -> HTTPResponse.Status {
        let id = try UserAccess.target(of: context)
        guard try await users.delete(id: id, if: condition(of: request)) else { throw Problem.notFound }
        return .noContent
    }

    @Sendable private func list(_ request: Request, _ context: AdminContext) async throws -> some ResponseGenerator {
        let query = try PageQuery(request.uri.queryParameters)
        let (users, total) = try await users.page(query)
        let items = users.map(body(of:))
        return CacheableResponse(
            body: PageBody(query, items: items, total: total),
            link: query.link(to: links.absolute("/v2/users"), total: total))
    }

    private func update(
        _ id: String, _ changes: UserChanges, for request: Request
    ) async throws -> JSONResponse<UserBodyV2> {
        guard let user = try await users.update(id: id, changes, if: condition(of: request)) else {
            throw Problem.notFound
        }
        return JSONResponse(body: body(of: user))
    }

    /// Checks the request's preconditions against the stored user.
    private func condition(of request: Request) -> @Sendable (UserRecord) throws -> Void {
        let (method, preconditions) = (request.method, Preconditions(fields: request.headers))
        return { user in
            let bytes = try WireJSON.encode(body(of: user))
            let tag = EntityTag(of: Data(bytes.readableBytesView))
            try preconditions.check(method, Validators(tag: tag, modified: user.modifiedAt))
        }
    }

    private func body(of user: UserRecord) -> UserBodyV2 { UserBodyV2(user, links: links) }
}
