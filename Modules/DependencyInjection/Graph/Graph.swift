/// The wiring as data: every registration with what it needs, and all that is wrong with it.
///
/// It is read off the registrations themselves, without making a value, so it cannot drift from what runs.
public struct Graph: Sendable, Hashable {
    /// In the order of the list; a key that is registered twice is here twice.
    public let nodes: [Node]
    /// Duplicates, overrides of nothing, missing, cyclic and captive dependencies, in this order.
    public let faults: [Fault]

    /// - Parameter strays: places of the overrides that replaced nothing.
    init(nodes: [Node], strays: Set<Int> = []) {
        self.nodes = nodes
        faults = GraphValidator(nodes: nodes, strays: strays).faults()
    }
}
