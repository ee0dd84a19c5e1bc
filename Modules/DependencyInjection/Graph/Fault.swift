/// One thing that is wrong with a wiring.
public enum Fault: Sendable, Hashable {
    /// The key has several registrations, here in the order of the list.
    case duplicate([Graph.Node])
    /// An override whose key the assembly does not register. `similar` share its type or its name.
    case overrideOfNothing(Graph.Node, similar: [Graph.Node])
    /// The key is needed and not registered. `similar` share its type or its name.
    case missing(AnyKey, neededBy: [Graph.Node], similar: [Graph.Node])
    /// Each node needs the next, the last one needs the first. A node that needs itself is a cycle of one.
    case cycle([Graph.Node])
    /// So many cycles run through these nodes that only the first ``cycleLimit`` of them are listed.
    case tooManyCycles([Graph.Node])
    /// A singleton, first in the path, would keep a scope's value, last in the path, beyond the end of its scope. What
    /// stands between them are transients.
    case captive([Graph.Node])

    /// How many cycles are listed of those that hang together.
    public static var cycleLimit: Int { 100 }
}
