import Hummingbird

/// The routes for the caller's own account, in both API versions.
struct AccountRoutes: Resource {
    let links: Links

    func addRoutes(to groups: RouteGroups) {
        groups.members.get("v2/users/me", use: me)
        groups.legacyMembers.get("v1/users/me", use: legacyMe)
    }

    @Sendable private func me(_ request: Request, _ context: MemberContext) -> some ResponseGenerator {
        let user = context.caller.user
        return CacheableResponse(body: UserBodyV2(user, links: links), modified: user.modifiedAt)
    }

    @Sendable private func legacyMe(_ request: Request, _ context: MemberContext) -> some ResponseGenerator {
        CacheableResponse(body: UserBodyV1(context.caller.user), modified: context.caller.user.modifiedAt)
    }
}
