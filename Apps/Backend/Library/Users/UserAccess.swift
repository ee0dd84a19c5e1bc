import Foundation
import Hummingbird

/// The permission to read and change a user.
enum UserAccess {
    /// The id in the path, if it is the caller's own or the caller is an admin.
    /// - Throws: ``Problem/notFound`` for any other id, whether or not it exists. A 403 would reveal which ids exist.
    static func target(of context: MemberContext) throws(Problem) -> String {
        guard let id = context.parameters.get("id")?.removingPercentEncoding else { throw .notFound }
        let caller = context.caller.user
        guard caller.id == id || caller.role == .admin else { throw .notFound }
        return id
    }
}
