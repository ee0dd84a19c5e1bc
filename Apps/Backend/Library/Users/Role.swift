import GRDB

/// What a user may do: their own affairs, or everybody's.
enum Role: String, Codable, Sendable, DatabaseValueConvertible {
    case member
    case admin
}
