import Foundation
public import Primitives

extension BearerCredential {
    /// The credential that the `generation`th renewal gave: `access-1` and `refresh-1` at first, good for a minute
    /// longer with each.
    public static func fixture(_ generation: Int = 1) -> BearerCredential {
        BearerCredential(
            token: Secret("access-\(generation)"), refreshToken: Secret("refresh-\(generation)"),
            expiresAt: Date(timeIntervalSince1970: 1_767_225_600 + 60 * Double(generation)))
    }
}
