import Foundation
import GRDB
import Models

extension User {
    /// The columns in the order in which ``init(row:)`` reads and ``rowArguments()`` writes them.
    static var rowColumns: String { "id, name, email, role, about, avatar_url, created_at, updated_at" }

    /// A placeholder for each argument. Free texts come as bytes, for GRDB hands a `String` to SQLite as C does, and a
    /// NUL within would end it.
    static var rowPlaceholders: String { "?, CAST(? AS TEXT), ?, ?, CAST(? AS TEXT), ?, ?, ?" }

    /// Parses a row as strictly as an answer of the server: whoever makes a rule of ``Models`` stricter adds a step to
    /// the schema that removes the copies that break it.
    ///
    /// - Parameter row: a cursor's, for only a row that is still SQLite's own gives a text's bytes.
    init(row: Row) throws {
        self.init(
            id: try ID(row.decode(String.self, atIndex: 0)),
            name: try DisplayName(String(decoding: row.decode(Data.self, atIndex: 1), as: UTF8.self)),
            email: try EmailAddress(row.decode(String.self, atIndex: 2)),
            role: try Role(stored: row.decode(String.self, atIndex: 3)),
            about: try row.decode(Data?.self, atIndex: 4).map { String(decoding: $0, as: UTF8.self) },
            avatarURL: try row.decode(String?.self, atIndex: 5).flatMap { URL(string: $0) },
            createdAt: try row.decode(Int64?.self, atIndex: 6).map { Date(microseconds: $0) },
            updatedAt: try row.decode(Int64?.self, atIndex: 7).map { Date(microseconds: $0) })
    }

    func rowArguments() throws -> StatementArguments {
        [
            id.text, Data(name.text.utf8), email.text, role.rawValue, about.map { Data($0.utf8) },
            avatarURL?.absoluteString, try createdAt?.microseconds(), try updatedAt?.microseconds(),
        ]
    }
}
