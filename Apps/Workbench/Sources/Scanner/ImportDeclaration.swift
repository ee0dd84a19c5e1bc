/// One import declaration.
struct ImportDeclaration: Sendable, Equatable {
    /// `Foo` of `import Foo`, of `import Foo.Bar` and of `import struct Foo.Bar`.
    let module: String
    /// The names after the module: a submodule or the imported declaration.
    let path: [String]
    /// The kind of a scoped import: `struct`, `func`, ….
    let scope: String?
    /// Without the at sign: `testable`, `_exported`, `preconcurrency`, `_spi`.
    let attributes: [String]
    /// `public`, `package`, … if the import has one.
    let access: String?
    /// The `#if` conditions around it, joined by `&&`; `nil` if it always compiles.
    let condition: String?
    let line: Int
}
