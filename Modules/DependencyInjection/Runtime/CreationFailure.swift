/// A factory that threw, and who needed its value.
public struct CreationFailure: Error, Sendable, CustomStringConvertible {
    /// Whose factory it was.
    public let node: Graph.Node
    /// Who needed it, from the nearest to the one that was asked for; empty if it was asked for itself.
    public let dependents: [Graph.Node]
    /// What the factory threw.
    public let underlying: any Error

    /// The place of the factory, its error, and the way to it.
    public var description: String {
        let way = dependents.map { "\n  needed by \($0.key) at \($0.location)" }.joined()
        return "\(node.location): \(node.key) could not be made: \(underlying)\(way)"
    }
}
