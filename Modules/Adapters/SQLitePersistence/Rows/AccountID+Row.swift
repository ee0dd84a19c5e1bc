import GRDB
import Models
import Persistence

extension AccountID {
    /// The values of the columns `server, user_id`.
    var rowArguments: StatementArguments { [server, userID.text] }

    /// Whether the account has a row. A row of another table may refer to it only then.
    func exists(in db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM accounts WHERE server = ? AND user_id = ?")
        return try Row.fetchOne(statement, arguments: rowArguments) != nil
    }
}
