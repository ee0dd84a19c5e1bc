/// What a user's fields may hold. Lengths are in Unicode scalars: a family emoji counts as what it is made of, and
/// nobody can hide a megabyte in one character.
enum UserRules {
    static func check(_ changes: UserChanges) -> [FieldError] {
        var errors: [FieldError] = []
        if let name = changes.name { errors += check(name: name) }
        if let email = changes.email { errors += check(email: email) }
        if case .set(let description?) = changes.description { errors += check(description: description) }
        return errors
    }

    private static func check(name: String) -> [FieldError] {
        if name.unicodeScalars.allSatisfy(\.properties.isWhitespace) {
            return [.invalid("name", "A name has at least one visible character.")]
        }
        if name.unicodeScalars.count > nameLimit { return [.tooLong("name", limit: nameLimit)] }
        if name.unicodeScalars.contains(where: \.isControl) {
            return [.invalid("name", "A name has no control characters.")]
        }
        return []
    }

    /// The rule of HTML's email field: stricter than RFC 5322, which allows comments and quoted spaces, and closer to
    /// the addresses that people have.
    private static func check(email: String) -> [FieldError] {
        if email.unicodeScalars.count > emailLimit { return [.tooLong("email", limit: emailLimit)] }
        let label = /[A-Za-z0-9](?:[A-Za-z0-9\-]{0,61}[A-Za-z0-9])?/
        let local = /[A-Za-z0-9.!#$%&'*+\/=?^_`{|}~\-]{1,64}/
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        let isAddress =
            parts.count == 2 && parts[0].wholeMatch(of: local) != nil
            && parts[1].split(separator: ".", omittingEmptySubsequences: false)
                .allSatisfy { $0.wholeMatch(of: label) != nil }
        return isAddress ? [] : [.invalid("email", "This is not an email address.")]
    }

    private static func check(description: String) -> [FieldError] {
        if description.unicodeScalars.count > descriptionLimit {
            return [.tooLong("description", limit: descriptionLimit)]
        }
        if description.unicodeScalars.contains(where: { $0.isControl && $0 != "\n" && $0 != "\t" }) {
            return [.invalid("description", "A description has no control characters but line breaks and tabs.")]
        }
        return []
    }

    private static let nameLimit = 100
    /// RFC 5321, section 4.5.3.1.3, leaves 254 of a path's 256 octets to the address.
    private static let emailLimit = 254
    private static let descriptionLimit = 1000
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}
