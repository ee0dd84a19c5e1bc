/// A stored `var` or `let` outside every function, with its type as far as the source shows it.
struct StoredProperty: Sendable, Equatable {
    let name: String
    let isVariable: Bool
    /// At file scope, or `static`.
    let isGlobal: Bool
    /// The outermost name of the annotated type or the called initializer: `Mutex` of `Mutex<Int>` and of
    /// `Mutex(0)`. `nil` if the value is a closure, a function's result or a literal.
    let typeName: String?
    /// Without the at sign.
    let attributes: [String]
    let line: Int
}
