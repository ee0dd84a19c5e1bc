/// A stored `var` or `let` outside every function, with what can be seen of its type without compiling.
struct StoredProperty: Sendable, Equatable {
    let name: String
    let isVariable: Bool
    /// At file scope, or `static`.
    let isGlobal: Bool
    /// The outermost name of the annotated type, or of the initialiser that is called: `Mutex` of `Mutex<Int>` and of
    /// `Mutex(0)`. `nil` where a closure, a function's result or a literal gives the value.
    let typeName: String?
    /// Without the at sign.
    let attributes: [String]
    let line: Int
}
