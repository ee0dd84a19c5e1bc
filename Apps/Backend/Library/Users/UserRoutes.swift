import Hummingbird

/// Users in the shape of version 2.
struct UserRoutes: Sendable {
    let users: UserStore
    let bodies: JSONBodyReader
    let links: Links

    func add(to members: RouterGroup<MemberContext>, admins: RouterGroup<AdminContext>) {
        members.get("v2/users/me", use: me)
        members.get("v2/users/{id}", use: get)
        members.put("v2/users/{id}", use: replace)
        members.patch("v2/users/{id}", use: patch)
        members.delete("v2/users/{id}", use: delete)
        admins.get("v2/users", use: list)
    }

    @Sendable private func me(_ request: Request, _ context: MemberContext) -> some ResponseGenerator {
        answer(context.caller.user)
    }

    @Sendable private func get(_ request: Request, _ context: MemberContext) async throws -> some ResponseGenerator {
        let id = try UserAccess.target(of: context)
        guard let user = try await users.find(id: id) else { throw Problem.notFound }
        return answer(user)
    }

    @Sendable private func replace(_ request: Request, _ context: MemberContext) async throws -> some ResponseGenerator
    {
        let id = try UserAccess.target(of: context)
        let body = try await bodies.read(UserChangesBody.self, from: request)
        return try await update(id, try body.replacement())
    }

    @Sendable private func patch(_ request: Request, _ context: MemberContext) async throws -> some ResponseGenerator {
        let id = try UserAccess.target(of: context)
        let body = try await bodies.read(UserChangesBody.self, from: request)
        return try await update(id, try body.patch())
    }

    @Sendable private func delete(_ request: Request, _ context: MemberContext) async throws -> HTTPResponse.Status {
        guard try await users.delete(id: try UserAccess.target(of: context)) else { throw Problem.notFound }
        return .noContent
    }

    @Sendable private func list(_ request: Request, _ context: AdminContext) async throws -> some ResponseGenerator {
        let query = try PageQuery(request.uri.queryParameters)
        let (users, total) = try await users.page(query)
        let items = users.map { UserBodyV2($0, links: links) }
        return JSONAnswer(body: UserPageBody(items: items, page: query.number, perPage: query.size, total: total))
    }

    private func update(_ id: String, _ changes: UserChanges) async throws -> JSONAnswer<UserBodyV2> {
        guard let user = try await users.update(id: id, changes) else { throw Problem.notFound }
        return answer(user)
    }

    private func answer(_ user: UserRecord) -> JSONAnswer<UserBodyV2> {
        JSONAnswer(body: UserBodyV2(user, links: links))
    }
}
