/// The valid changes of a `PUT` or `PATCH`.
struct UserChanges: Equatable, Sendable {
    /// `nil` leaves the name unchanged.
    var name: String?
    /// `nil` leaves the email unchanged.
    var email: String?
    var description = DescriptionChange.unchanged

    /// A change of the description, which can be removed.
    enum DescriptionChange: Equatable, Sendable {
        case unchanged
        case set(String?)
    }

    func applied(to user: UserRecord) -> UserRecord {
        var user = user
        if let name { user.name = name }
        if let email { user.email = email }
        if case .set(let description) = description { user.description = description }
        return user
    }
}
