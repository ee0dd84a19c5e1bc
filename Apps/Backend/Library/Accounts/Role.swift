import GRDB

/// A user's permissions: members can read and change only their own account, administrators every account.
enum Role: String, Codable, Sendable, DatabaseValueConvertible {
    case member
    case admin
}
