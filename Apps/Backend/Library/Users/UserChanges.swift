/// Valid changes to a user: what a `PUT` or `PATCH` comes down to once its body was checked.
struct UserChanges: Equatable, Sendable {
    /// `nil` keeps the name.
    var name: String?
    /// `nil` keeps the email.
    var email: String?
    var description = DescriptionChange.keep

    /// What becomes of a description; unlike the others it can be taken away.
    enum DescriptionChange: Equatable, Sendable {
        case keep
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
