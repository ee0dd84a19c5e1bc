import Foundation
import GRDB
import Models

extension User {
    /// The columns in the order of ``init(row:)`` and ``rowArguments()``.
    static var rowColumns: String { "id, name, email, role, about, avatar_url, created_at, updated_at" }

    /// A placeholder for each argument. Free texts are passed as bytes, because GRDB passes a `String` as a C string,
    /// which ends at the first NUL.
    static var rowPlaceholders: String { "?, CAST(? AS TEXT), ?, ?, CAST(? AS TEXT), ?, ?, ?" }

    /// Parses a row as strictly as a response of the server. If you make a rule of Models stricter, add a schema step
    /// that removes the copies that break it.
    ///
    /// - Parameter row: a row of a cursor. In a fetched copy of a row, a text ends before its first NUL.
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
