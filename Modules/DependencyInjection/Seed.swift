/// Declares a value that the caller provides when a ``Scope`` begins, such as the account that logged in.
///
/// ```swift
/// Seed(.account)
/// …
/// let scope = try container.beginScope(.seed(.account, account))
/// ```
public struct Seed<Value: Sendable>: AssemblyBuilder.Element {
    private let node: Graph.Node

    /// - Parameter key: The key that ``Container/beginScope(_:fileID:line:)`` requires a value for.
    public init(_ key: Key<Value>, fileID: String = #fileID, line: Int = #line) {
        node = Graph.Node(key: AnyKey(key), lifetime: .seed, needs: [], location: "\(fileID):\(line)")
    }

    /// An assembly that contains only this declaration.
    public var assembly: Assembly { Assembly([Registration(node: node, makeCell: nil)]) }
}
