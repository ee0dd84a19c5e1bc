import Foundation
public import Models
public import Persistence
import Primitives

extension TokenPair {
    /// The pair that the `generation`th refresh gave: `access-1` and `refresh-1` at first, good for a minute longer
    /// with each.
    public static func fixture(_ generation: Int = 1) -> TokenPair {
        TokenPair(
            access: Secret("access-\(generation)"), refresh: Secret("refresh-\(generation)"),
            accessExpiresAt: Date(timeIntervalSince1970: 1_767_225_600 + 60 * Double(generation)))
    }
}

extension SignIn {
    /// A sign-in of which a test says only what matters to it.
    public static func fixture(
        server: String = "https://api.example.com", userID: String = "u-1", role: Role = .member,
        tokens: TokenPair = .fixture()
    ) throws(InvalidValue) -> SignIn {
        SignIn(server: server, userID: try User.ID(userID), role: role, tokens: tokens)
    }
}
