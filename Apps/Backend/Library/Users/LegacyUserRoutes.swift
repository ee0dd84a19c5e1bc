import Hummingbird

/// Users in the shape of version 1, which older clients still read. It can only be read: whoever writes, moves on.
struct LegacyUserRoutes: Sendable {
    let users: UserStore

    func add(to members: RouterGroup<MemberContext>) {
        members.get("v1/users/me", use: me)
        members.get("v1/users/{id}", use: get)
    }

    @Sendable private func me(_ request: Request, _ context: MemberContext) -> some ResponseGenerator {
        CacheableAnswer(body: UserBodyV1(context.caller.user), modified: context.caller.user.modifiedAt)
    }

    @Sendable private func get(_ request: Request, _ context: MemberContext) async throws -> some ResponseGenerator {
        let id = try UserAccess.target(of: context)
        guard let user = try await users.find(id: id) else { throw Problem.notFound }
        return CacheableAnswer(body: UserBodyV1(user), modified: user.modifiedAt)
    }
}
