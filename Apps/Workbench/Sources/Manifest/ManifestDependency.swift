/// A dependency of a target.
enum ManifestDependency: Sendable, Equatable {
    case target(String)
    /// The package is `nil` if the manifest names only the product.
    case product(String, package: String?)
}
