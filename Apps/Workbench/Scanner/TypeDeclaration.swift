/// A nominal type and the state that its body declares; extensions add none.
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
    let name: String
    /// The instance properties that its body stores.
    var properties: [StoredProperty] = []
}
