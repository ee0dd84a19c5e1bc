import GRDB

/// A user's permissions: members see and change themselves, administrators every user.
enum Role: String, Codable, Sendable, DatabaseValueConvertible {
    case member
    case admin
}
