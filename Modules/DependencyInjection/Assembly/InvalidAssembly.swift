/// Why ``Assembly/build()`` gave no container: every fault of the wiring, each with its places and its fix.
public struct InvalidAssembly: Error, Sendable, CustomStringConvertible {
    /// The wiring with its faults: ``Graph/mermaid`` shows them in red.
    public let graph: Graph

    /// Never empty.
    public var faults: [Fault] { graph.faults }

    /// All faults, one paragraph each.
    public var description: String {
        let count = faults.count == 1 ? "one fault" : "\(faults.count) faults"
        return (["The container cannot be built: the wiring has \(count)."] + faults.map(\.description))
            .joined(separator: "\n\n")
    }
}
