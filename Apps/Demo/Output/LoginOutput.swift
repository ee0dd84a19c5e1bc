import Models
import Services

/// The logged-in account as JSON output.
struct LoginOutput: Encodable {
    let userID: String
    let role: String

    enum CodingKeys: String, CodingKey {
        case userID = "user_id"
        case role
    }

    init(_ account: Account) {
        userID = account.id.text
        role = account.role.rawValue
    }
}
