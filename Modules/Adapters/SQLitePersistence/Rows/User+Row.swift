import Foundation
import GRDB
import Models

extension User {
    /// The columns in the order in which ``init(row:)`` reads and ``rowArguments()`` writes them.
    static var rowColumns: String { "id, name, email, role, about, avatar_url, created_at, updated_at" }

    /// Parses a row as strictly as an answer of the server: whoever makes a rule of ``Models`` stricter adds a step to
    /// the schema that removes the copies that break it.
    init(row: Row) throws {
        self.init(
            id: try ID(row.decode(String.self, atIndex: 0)),
            name: try DisplayName(row.decode(String.self, atIndex: 1)),
            email: try EmailAddress(row.decode(String.self, atIndex: 2)),
            role: try Role(kept: row.decode(String.self, atIndex: 3)),
            about: try row.decode(String?.self, atIndex: 4),
            avatarURL: try row.decode(String?.self, atIndex: 5).flatMap { URL(string: $0) },
            createdAt: try row.decode(Int64?.self, atIndex: 6).map { Date(microseconds: $0) },
            updatedAt: try row.decode(Int64?.self, atIndex: 7).map { Date(microseconds: $0) })
    }

    func rowArguments() throws -> StatementArguments {
        [
            id.text, name.text, email.text, role.rawValue, about, avatarURL?.absoluteString,
            try createdAt?.microseconds(), try updatedAt?.microseconds(),
        ]
    }
}
