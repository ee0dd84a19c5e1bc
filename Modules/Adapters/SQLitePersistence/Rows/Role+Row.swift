import Models
import Persistence

extension Role {
    /// The role of that name. Unlike an answer of a newer server, a row with an unknown role can only be damage: the
    /// file's schema was not newer.
    init(stored name: String) throws(StoreError) {
        guard let role = Role(rawValue: name) else { throw .failed(reason: "A kept role is unknown.") }
        self = role
    }
}
