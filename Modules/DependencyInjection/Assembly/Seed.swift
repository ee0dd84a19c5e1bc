/// Declares a value that is given to each ``Scope`` when it begins, so that the graph knows of it before one does.
///
/// ```swift
/// Seed(.credential)
/// …
/// let scope = try container.beginScope(.seed(.credential, handle))
/// ```
public struct Seed<Value: Sendable>: AssemblyElement {
    private let recipe: Recipe<Value>

    /// - Parameter key: what ``Container/beginScope(_:)`` is to be given a value for.
    public init(_ key: Key<Value>, fileID: String = #fileID, line: Int = #line) {
        recipe = Recipe(seed: key, location: CodeLocation(fileID: fileID, line: line))
    }

    /// This line alone.
    public var registrations: [Registration] { [Registration(recipe)] }
}
