/// The rules for a user's fields.
enum UserRules {
    static func check(_ changes: UserChanges) -> [FieldError] {
        var errors: [FieldError?] = []
        if let name = changes.name { errors.append(FieldRules.line("name", name, limit: 100)) }
        if let email = changes.email { errors.append(FieldRules.email("email", email)) }
        if case .set(let description?) = changes.description {
            errors.append(FieldRules.paragraphs("description", description, limit: 1000))
        }
        return errors.compactMap(\.self)
    }
}
