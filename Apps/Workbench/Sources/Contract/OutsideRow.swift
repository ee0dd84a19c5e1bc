/// A file or folder whose Swift files belong to no target of this package: a separate package, or sources that a
/// test compiles.
struct OutsideRow: Decodable, Sendable {
    /// From the package's root; a folder includes its contents.
    let path: String
    let reason: String

    func covers(_ file: String) -> Bool {
        file == path || file.hasPrefix(path + "/")
    }
}
