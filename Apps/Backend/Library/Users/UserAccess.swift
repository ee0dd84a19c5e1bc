import Foundation
import Hummingbird

/// Whose records a caller may touch.
enum UserAccess {
    /// The id in the path, if it is the caller's own or the caller is an admin.
    /// - Throws: ``Problem/notFound`` for everybody else's, the same as for nobody's: a 403 would tell which ids exist.
    static func target(of context: MemberContext) throws(Problem) -> String {
        guard let id = context.parameters.get("id")?.removingPercentEncoding else { throw .notFound }
        let caller = context.caller.user
        guard caller.id == id || caller.role == .admin else { throw .notFound }
        return id
    }
}
