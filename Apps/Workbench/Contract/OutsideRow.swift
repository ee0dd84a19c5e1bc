/// A file or folder whose Swift files belong to no target of this package: a package of its own, sources for a test to
/// compile.
struct OutsideRow: Decodable, Sendable {
    /// From the package's root; a folder stands for all that is in it.
    let path: String
    let reason: String

    func covers(_ file: String) -> Bool {
        file == path || file.hasPrefix(path + "/")
    }
}
