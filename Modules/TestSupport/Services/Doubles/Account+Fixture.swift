public import Models
public import Services

extension Account {
    /// An account of which a test says only what matters to it.
    public static func fixture(id: String = "u-1", role: Role = .member) throws(InvalidValue) -> Account {
        Account(id: try User.ID(id), role: role)
    }
}
