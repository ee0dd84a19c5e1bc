/// A user on the wire in version 1. Missing values are omitted.
struct UserBodyV1: Encodable, Sendable {
    let userID: String
    let name: String
    let email: String
    let description: String?

    init(_ user: UserRecord) {
        userID = user.id
        name = user.name
        email = user.email
        description = user.description
    }

    private enum CodingKeys: String, CodingKey {
        case userID = "userId"
        case name
        case email
        case description
    }
}
