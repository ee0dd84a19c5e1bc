import Models
import Persistence

extension Role {
    /// The role with this name. A response of a newer server may have an unknown role, but in a row it can only be
    /// damage, because the schema is not newer.
    init(stored name: String) throws(StoreError) {
        guard let role = Role(rawValue: name) else { throw .failed(reason: "A stored role is unknown.") }
        self = role
    }
}
