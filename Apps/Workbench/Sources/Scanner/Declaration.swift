/// One declaration outside functions.
struct Declaration: Sendable, Equatable {
    /// `func`, `var`, `struct`, `init`, ….
    let keyword: String
    /// The base name, `send` of `send(_:)`; the keyword of an initializer or a subscript.
    let name: String
    let modifiers: [String]
    /// The outermost name of a stored property's type.
    let storedType: String?
    /// The index of the type or extension around it among the file's types.
    let owner: Int?
    /// The line of its first attribute or modifier.
    let firstLine: Int
    /// The line of its keyword.
    let line: Int
}
