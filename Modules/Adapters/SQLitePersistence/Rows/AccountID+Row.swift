import GRDB
import Models
import Persistence

extension AccountID {
    /// `server, user_id`.
    var rowArguments: StatementArguments { [server, userID.text] }
}
