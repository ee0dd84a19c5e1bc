import Foundation

extension Links {
    /// The address of an avatar. The version makes it another one after each upload, so clients may keep the bytes.
    func avatar(userID: String, version: String) -> String {
        let id = userID.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", "_", "."])) ?? userID
        return absolute("/v2/users/\(id)/avatar?v=\(version)")
    }
}
