extension Fault: CustomStringConvertible {
    /// Place, cause and fix, with the place first so that editors jump to it.
    public var description: String {
        switch self {
        case .duplicate(let nodes): duplicateText(nodes)
        case .overrideOfNothing(let node, let similar): overrideText(node, similar)
        case .missing(let key, let dependents, let similar): missingText(key, dependents, similar)
        case .cycle(let path): cycleText(path)
        case .tooManyCycles(let nodes): tooManyCyclesText(nodes)
        case .captive(let path): captiveText(path)
        }
    }

    private func duplicateText(_ nodes: [Graph.Node]) -> String {
        """
        \(place(nodes.last)): \(name(nodes.last)) is registered \(nodes.count) times.
        \(nodes.map { "  \($0.location): as \($0.lifetime)" }.joined(separator: "\n"))
          Fix: keep one of them. If they are different values of one type, give each a key with a name of its own; if \
        one replaces the other, as in a test, say so with `overriding { … }`.
        """
    }

    private func overrideText(_ node: Graph.Node, _ similar: [Graph.Node]) -> String {
        """
        \(node.location): \(node.key) is overridden, but the assembly does not register it.\(similar.hint)
          Fix: override a key that is registered, or remove this line.
        """
    }

    private func missingText(_ key: AnyKey, _ dependents: [Graph.Node], _ similar: [Graph.Node]) -> String {
        let cause = dependents.map { "\($0.location): \($0.key) needs \(key), which is not registered." }
        return """
            \(cause.joined(separator: "\n"))\(similar.hint)
              Fix: add `Singleton(…)`, `Scoped(…)`, `Transient(…)` or `Seed(…)` for \(key) to the assembly, or drop \
            it from `needs:`.
            """
    }

    private func cycleText(_ path: [Graph.Node]) -> String {
        guard let first = path.first, path.count > 1 else {
            return """
                \(place(path.first)): \(name(path.first)) needs itself, so it can never be made.
                  Fix: drop it from its own `needs:`; if another value of this type was meant, name that one's key.
                """
        }
        let others = path.count == 2 ? "one other" : "\(path.count - 1) others"
        let steps = zip(path, path.dropFirst() + [first]).map { "  \($0.location): \($0.key) needs \($1.key)" }
        return """
            \(first.location): \(first.key) needs itself by way of \(others), so none of them can be made.
            \(steps.joined(separator: "\n"))
              Fix: break one of these arrows: move what both ends use into a third value that needs neither, or hand \
            one of them over after both are made.
            """
    }

    private func tooManyCyclesText(_ nodes: [Graph.Node]) -> String {
        """
        \(place(nodes.first)): more than \(Self.cycleLimit) cycles run through these \(nodes.count) registrations; \
        the first \(Self.cycleLimit) are listed.
        \(nodes.map { "  \($0.location): \($0.key)" }.joined(separator: "\n"))
          Fix: break the listed cycles and validate again.
        """
    }

    private func captiveText(_ path: [Graph.Node]) -> String {
        let between = path.dropFirst().dropLast().map { " by way of \($0.key)" }.joined()
        return """
            \(place(path.first)): the singleton \(name(path.first)) needs \(name(path.last))\(between), which lives \
            only as long as its scope: the singleton would keep it captive after the scope has ended.
            \(path.map { "  \($0.location): \($0.key), \($0.lifetime)" }.joined(separator: "\n"))
              Fix: make \(name(path.first)) `Scoped`, or hand it the value with each call in place of a `needs:`; if \
            the value is the same for all scopes, make it a `Singleton`.
            """
    }

    private func place(_ node: Graph.Node?) -> String { node?.location.description ?? "" }

    private func name(_ node: Graph.Node?) -> String { node?.key.description ?? "" }
}
