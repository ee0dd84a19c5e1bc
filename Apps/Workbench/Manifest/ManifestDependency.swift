/// What a target depends on.
enum ManifestDependency: Sendable, Equatable {
    case target(String)
    /// The package is `nil` where the manifest names a product alone.
    case product(String, package: String?)
}
