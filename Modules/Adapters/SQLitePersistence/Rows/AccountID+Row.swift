import GRDB
import Models
import Persistence

extension AccountID {
    /// The values of the columns `server, user_id`.
    var rowArguments: StatementArguments { [server, userID.text] }
}
