/// One import as its file spells it.
struct ImportDeclaration: Sendable, Equatable {
    /// `Foo` of `import Foo`, of `import Foo.Bar` and of `import struct Foo.Bar`.
    let module: String
    /// What follows the module: a submodule or the imported declaration.
    let path: [String]
    /// `struct`, `func`, …: what a scoped import names.
    let scope: String?
    /// Without the at sign: `testable`, `_exported`, `preconcurrency`, `_spi`.
    let attributes: [String]
    /// `public`, `package`, …, where the import spells it.
    let access: String?
    /// The `#if` conditions around it, joined by `&&`; `nil` where it always compiles.
    let condition: String?
    let line: Int
}
