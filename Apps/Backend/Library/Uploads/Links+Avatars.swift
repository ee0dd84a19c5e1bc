import Foundation

extension Links {
    /// The URL of an avatar. It has a new version after each upload, so clients can cache the bytes.
    func avatar(userID: String, version: String) -> String {
        let id = userID.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", "_", "."])) ?? userID
        return absolute("/v2/users/\(id)/avatar?v=\(version)")
    }
}
