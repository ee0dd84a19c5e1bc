public import Models
public import Services

extension Account {
    /// An account with defaults.
    public static func fixture(id: String = "u-1", role: Role = .member) throws(InvalidValue) -> Account {
        Account(id: try UserID(id), role: role)
    }
}
