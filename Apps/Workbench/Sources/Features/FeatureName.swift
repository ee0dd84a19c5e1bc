/// The singular and the plural of a feature's name.
struct FeatureName: Sendable, Equatable {
    let singular: Name
    let plural: Name

    init(_ feature: Feature) {
        singular = Name(feature.singular)
        plural = Name(feature.name)
    }

    /// Reads the name of a new feature.
    ///
    /// - Parameter plural: `nil` derives it by the rules of English spelling.
    /// - Throws: ``FeatureError/refusedName(_:reason:)``.
    init(singular: String, plural: String?) throws {
        for name in [singular, plural].compactMap({ $0 }) {
            guard name.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil, name.contains(/[a-z]/) else {
                throw FeatureError.refusedName(
                    name, reason: "a type's name is in upper camel case, such as Invoice or CreditNote")
            }
            if ReservedNames.keywords.contains(name) || ReservedNames.keywords.contains(Name(name).lowerCamel) {
                throw FeatureError.refusedName(name, reason: "it is a keyword of Swift")
            }
            if ReservedNames.types.contains(name) {
                throw FeatureError.refusedName(name, reason: "Swift or a package has a type with this name")
            }
        }
        self.singular = Name(singular)
        self.plural = plural.map { Name($0) } ?? self.singular.plural
        guard self.singular != self.plural else {
            throw FeatureError.refusedName(singular, reason: "the plural is the same; pass another with PLURAL=")
        }
    }
}

extension Name {
    /// The forms that a feature's files contain, in the same order for every name.
    var forms: [String] { [upperCamel, lowerCamel, kebab, snake, words, sentence] }
}
