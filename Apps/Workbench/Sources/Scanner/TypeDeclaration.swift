/// A nominal type and the stored properties of its body. Extensions have none.
struct TypeDeclaration: Sendable, Equatable {
    enum Kind: String, Sendable {
        case structure = "struct"
        case `class`
        case enumeration = "enum"
        case actor
        case `extension`
        case `protocol`
    }

    let kind: Kind
    /// The last component: `ID` of `extension Book.ID`.
    let name: String
    /// The types and protocols in the inheritance clause.
    var inherited: Set<String> = []
    var modifiers: [String] = []
    /// Its stored instance properties.
    var properties: [StoredProperty] = []
}
