import Foundation
public import Primitives

extension BearerCredential {
    /// A credential with the tokens `access-1` and `refresh-1` for generation 1, and so on. Each generation expires a
    /// minute later than the one before.
    public static func fixture(_ generation: Int = 1) -> BearerCredential {
        BearerCredential(
            token: Secret("access-\(generation)"), refreshToken: Secret("refresh-\(generation)"),
            expiresAt: Date(timeIntervalSince1970: 1_767_225_600 + 60 * Double(generation)))
    }
}
