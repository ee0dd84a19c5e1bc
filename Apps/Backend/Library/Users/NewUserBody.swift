/// `{"name", "email", "description", "role"}` as the client sent it. The last two are optional. Other keys are ignored.
struct NewUserBody: Decodable, Sendable {
    let name: Field<String>
    let email: Field<String>
    let description: Field<String>
    let role: Field<Role>

    private enum CodingKeys: String, CodingKey {
        case name
        case email
        case description
        case role
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = container.field(.name)
        email = container.field(.email)
        description = container.field(.description)
        role = container.field(.role)
    }

    /// The valid user, who has no password yet.
    /// - Throws: ``Problem/validationFailed(_:)`` with every invalid field.
    func user(id: String, at moment: Timestamp) throws(Problem) -> UserRecord {
        var fields = FieldReader()
        let name = fields.required("name", name, expected: "a string")
        let email = fields.required("email", email, expected: "a string")
        let description = fields.optional("description", description, expected: "a string or null")
        let role = fields.optional("role", role, expected: "member or admin")
        UserRules.check(UserChanges(name: name, email: email, description: .set(description)))
            .forEach { fields.note($0) }
        guard let name, let email, fields.errors.isEmpty else { throw .validationFailed(fields.errors) }
        return UserRecord(
            id: id, email: email, name: name, role: role ?? .member, description: description, passwordHash: nil,
            createdAt: moment, updatedAt: moment)
    }
}
