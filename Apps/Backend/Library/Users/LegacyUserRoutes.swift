import Hummingbird

/// Users in version 1, read-only, for older clients.
struct LegacyUserRoutes: Resource {
    let users: UserStore

    func addRoutes(to groups: RouteGroups) {
        groups.legacyMembers.get("v1/users/{id}", use: get)
    }

    @Sendable private func get(_ request: Request, _ context: MemberContext) async throws -> some ResponseGenerator {
        let id = try UserAccess.target(of: context)
        guard let user = try await users.find(id: id) else { throw Problem.notFound }
        return CacheableResponse(body: UserBodyV1(user), modified: user.modifiedAt)
    }
}

extension LegacyUserRoutes {
    var operations: [Operation] {
        [
            Operation(
                method: .get, path: "/v1/users/{id}", id: "userV1", summary: "Get a user.", isDeprecated: true,
                parameters: [.userID] + OperationParameter.readConditions,
                responses: [AccountRoutes.legacyUser, .notModified, .notFound, .preconditionFailed])
        ]
    }
}
