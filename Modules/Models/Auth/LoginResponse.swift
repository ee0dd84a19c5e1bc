/// The sample backend's response to a login: the tokens, and the user that they belong to.
///
/// Its `user` is a whole user, of which a login needs only the id and the role.
public struct LoginResponse: Sendable, Decodable {
    public let tokens: TokenResponse
    public let userID: UserID
    public let role: Role
    public let user: User

    private enum CodingKeys: CodingKey {
        case user
    }

    private struct Owner: Decodable {
        let id: String
        let role: String
    }

    /// Throws ``InvalidValue`` if the user breaks a rule of its fields.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let owner = try container.decode(Owner.self, forKey: .user)
        tokens = try TokenResponse(from: decoder)
        userID = try UserID(owner.id)
        role = Role(serverName: owner.role)
        user = try User(container.decode(UserV2.self, forKey: .user))
    }
}
