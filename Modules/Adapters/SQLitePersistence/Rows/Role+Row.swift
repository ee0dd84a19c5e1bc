import Models
import Persistence

extension Role {
    /// The role with this name. A newer server may send an unknown role, but in a row an unknown role is damage,
    /// because the schema is not newer.
    init(stored name: String) throws(StoreError) {
        guard let role = Role(rawValue: name) else { throw .failed(reason: "A stored role is unknown.") }
        self = role
    }
}
