/// A defect of an ``Assembly``. Its description states the location, the cause and the fix.
public enum Fault: Sendable, Hashable {
    /// Several registrations have the same key.
    case duplicate([Graph.Node])
    /// An override has a key that the assembly does not register.
    case unmatchedOverride(Graph.Node, similar: [Graph.Node])
    /// A needed key is not registered. `similar` registrations have the same type or the same name.
    case missing(AnyKey, neededBy: [Graph.Node], similar: [Graph.Node])
    /// A cycle: each node needs the next one, and the last node needs the first.
    ///
    /// Cycles that share nodes are reported one at a time: fix the reported one and validate again.
    case cycle([Graph.Node])
    /// A singleton needs a scoped value or a seed, and would use it after the end of its scope.
    case captive(Graph.Node, scoped: Graph.Node)
}

extension Fault: CustomStringConvertible {
    /// Starts with a source location that editors can open.
    public var description: String {
        switch self {
        case .duplicate(let nodes): duplicateText(nodes)
        case .unmatchedOverride(let node, let similar):
            """
            \(node.location): \(node.key) is overridden but not registered.\(similar.hint)
              Fix: override a registered key, or remove this override.
            """
        case .missing(let key, let dependents, let similar):
            dependents.map { "\($0.location): \($0.key) needs \(key), which is not registered." }
                .joined(separator: "\n")
                    + """
                    \(similar.hint)
                      Fix: register \(key) with `Singleton`, `Scoped` or `Seed`, or remove it from `needs:`.
                    """
        case .cycle(let path): cycleText(path)
        case .captive(let singleton, let scoped):
            """
            \(singleton.location): the singleton \(singleton.key) needs \(scoped.key), which ends with its scope.
              \(scoped.location): \(scoped.key) is \(scoped.lifetime.phrase).
              Fix: register \(singleton.key) as `Scoped`, or pass \(scoped.key) as an argument to the calls that use it.
            """
        }
    }

    private func duplicateText(_ nodes: [Graph.Node]) -> String {
        guard let last = nodes.last else { return "" }
        return """
            \(last.location): \(last.key) is registered \(nodes.count) times.
            \(nodes.map { "  \($0.location): \($0.lifetime)" }.joined(separator: "\n"))
              Fix: keep one registration. Give a second value of the same type a key with another name. Replace a \
            registration in a test with `overriding { … }`.
            """
    }

    private func cycleText(_ path: [Graph.Node]) -> String {
        guard let first = path.first else { return "" }
        if path.count == 1 {
            return """
                \(first.location): \(first.key) needs itself.
                  Fix: remove it from its own `needs:`, or use the key of the value that you meant.
                """
        }
        let others = path.count == 2 ? "1 other value" : "\(path.count - 1) other values"
        let steps = zip(path, path.dropFirst() + [first]).map { "  \($0.location): \($0.key) needs \($1.key)" }
        return """
            \(first.location): \(first.key) needs itself through \(others).
            \(steps.joined(separator: "\n"))
              Fix: remove one of these dependencies. Move what both values use into a third value, or pass one value \
            to the other after both are created.
            """
    }
}
