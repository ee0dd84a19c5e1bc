/// `{"name", "email", "description"}` as the client sent it. Other keys are ignored.
struct UserChangesBody: Decodable, Sendable {
    let name: Field<String>
    let email: Field<String>
    let description: Field<String>

    private enum CodingKeys: String, CodingKey {
        case name
        case email
        case description
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        name = container.field(.name)
        email = container.field(.email)
        description = container.field(.description)
    }

    /// The changes of a `PUT`, which requires all three keys. Only the description may be `null`.
    func replacement() throws(Problem) -> UserChanges {
        var fields = FieldReader()
        if description == .absent { fields.note(.required("description")) }
        return try changes(
            name: fields.required("name", name, expected: "a string"),
            email: fields.required("email", email, expected: "a string"), &fields)
    }

    /// The changes of a `PATCH`: an absent key changes nothing, and `null` removes the description (RFC 7396).
    func patch() throws(Problem) -> UserChanges {
        var fields = FieldReader()
        return try changes(
            name: name == .absent ? nil : fields.required("name", name, expected: "a string"),
            email: email == .absent ? nil : fields.required("email", email, expected: "a string"), &fields)
    }

    private func changes(name: String?, email: String?, _ fields: inout FieldReader) throws(Problem) -> UserChanges {
        var changes = UserChanges(name: name, email: email)
        switch description {
        case .absent: changes.description = .unchanged
        case .null: changes.description = .set(nil)
        case .value(let text): changes.description = .set(text)
        case .mistyped: fields.note(.mistyped("description", expected: "a string or null"))
        }
        UserRules.check(changes).forEach { fields.note($0) }
        guard fields.errors.isEmpty else { throw .validationFailed(fields.errors) }
        return changes
    }
}
