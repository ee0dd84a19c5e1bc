/// One resource of the app in all layers.
///
/// In every layer, the folder with the feature's name belongs to it. So does each line of a shared file that ends with
/// its ``FeatureMarker``, and each file that matches ``paths``.
struct Feature: Codable, Sendable, Equatable {
    /// The plural in upper camel case, and the name of its folders: `Products`.
    let name: String
    /// `Product`
    let singular: String
    /// Whether it belongs to the sample, which `make strip-sample` removes.
    let sample: Bool
    /// Files outside its folders, from the package's root; `*` matches within one component, `**` any number of them.
    let paths: [String]
    /// The fields of the feature that `make feature` copies; `nil` for all others.
    var template: String?
    /// Why the feature has no folder in `Modules/Models` or `Modules/Services`; `nil` if it has both.
    var partial: String?

    /// Whether a file, named by its path from the root, belongs to the feature.
    func owns(_ file: String) -> Bool {
        file.split(separator: "/").dropLast().contains { $0 == name } || paths.contains { file.matches(glob: $0) }
    }
}
