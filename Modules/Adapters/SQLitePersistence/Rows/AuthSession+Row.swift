import Foundation
import GRDB
import Models
import Persistence
import Primitives

extension AuthSession {
    /// The columns in the order of ``init(row:)`` and ``rowArguments()``.
    static var rowColumns: String { "server, user_id, role, access_token, refresh_token, access_expires_at" }

    init(row: Row) throws {
        self.init(
            server: try row.decode(String.self, atIndex: 0),
            userID: try UserID(row.decode(String.self, atIndex: 1)),
            role: try Role(stored: row.decode(String.self, atIndex: 2)),
            credential: BearerCredential(
                token: Secret(try row.decode(String.self, atIndex: 3)),
                refreshToken: try row.decode(String?.self, atIndex: 4).map { Secret($0) },
                expiresAt: try row.decode(Int64?.self, atIndex: 5).map { Date(microseconds: $0) }))
    }

    func rowArguments() throws -> StatementArguments {
        [server, userID.text, role.rawValue] + (try credential.rowArguments())
    }
}

extension BearerCredential {
    /// The values of `access_token, refresh_token, access_expires_at`. The tokens are not encrypted; only the owner can
    /// read the file.
    func rowArguments() throws -> StatementArguments {
        [token.reveal(), refreshToken?.reveal(), try expiresAt?.microseconds()]
    }
}
