/// A defect of an ``Assembly``.
public enum Fault: Sendable, Hashable, CustomStringConvertible {
    /// Several registrations have the same key.
    case duplicate([Graph.Node])
    /// An override has a key that the assembly does not register.
    case unmatchedOverride(Graph.Node, similar: [Graph.Node])
    /// A needed key is not registered. `similar` registrations have the same type or the same name.
    case missing(AnyKey, neededBy: [Graph.Node], similar: [Graph.Node])
    /// Each node needs the next one, and the last node needs the first.
    ///
    /// Cycles that share nodes are reported one at a time: fix the reported one and validate again.
    case cycle([Graph.Node])
    /// A singleton needs a scoped value or a seed, and would use it after the end of its scope.
    case captive(Graph.Node, scoped: Graph.Node)

    /// The cause and the fix. Starts with a source location that editors can open.
    public var description: String {
        switch self {
        case .duplicate(let nodes):
            """
            \(nodes.map { "\($0.location): \($0.key) is registered \(nodes.count) times." }.lines)
              Fix: keep one registration. Give a second value of the same type a key with another name. Replace a \
            registration in a test with `overriding { … }`.
            """
        case .unmatchedOverride(let node, let similar):
            """
            \(node.location): \(node.key) is overridden but not registered.\(similar.hint)
              Fix: override a registered key, or remove this override.
            """
        case .missing(let key, let nodes, let similar):
            """
            \(nodes.map { "\($0.location): \($0.key) needs \(key), which is not registered." }.lines)\(similar.hint)
              Fix: register \(key) with `Singleton`, `Scoped` or `Seed`, or remove it from `needs:`.
            """
        case .cycle(let path):
            """
            \(zip(path, path.dropFirst() + path.prefix(1)).map { "\($0.location): \($0.key) needs \($1.key)." }.lines)
              Cause: these dependencies form a cycle.
              Fix: remove one of these dependencies. Move what both values use into a third value, or pass one value \
            to the other after both are created.
            """
        case .captive(let singleton, let scoped):
            """
            \(singleton.location): the singleton \(singleton.key) needs \(scoped.key), which ends with its scope.
              \(scoped.location): \(scoped.key) is a \(scoped.lifetime) value.
              Fix: register \(singleton.key) as `Scoped`, or pass \(scoped.key) as an argument to the calls that use it.
            """
        }
    }
}

extension Graph {
    /// Duplicates, unmatched overrides, missing dependencies, cycles and captive dependencies, in this order.
    public var faults: [Fault] {
        let places = Dictionary(grouping: nodes.indices) { nodes[$0].key }
        var faults: [Fault] = places.values.filter { $0.count > 1 }.sorted { $0[0] < $1[0] }
            .map { indices in .duplicate(indices.map { nodes[$0] }) }
        faults += unmatchedOverrides.map { Fault.unmatchedOverride($0, similar: similar(to: $0.key)) }

        var missing: Set<AnyKey> = []
        for key in nodes.flatMap(\.needs) where places[key] == nil && missing.insert(key).inserted {
            let dependents = nodes.filter { $0.needs.contains(key) }
            faults.append(.missing(key, neededBy: dependents, similar: similar(to: key)))
        }

        // The first registration of each key that a node needs.
        let needs = nodes.map { node in node.needs.compactMap { places[$0]?.first } }
        // Removes, one by one, each node whose needs are all removed. What remains is a cycle or leads to one.
        var remaining = Set(nodes.indices)
        let dependents = Dictionary(grouping: nodes.indices.flatMap { node in needs[node].map { (node, $0) } }) { $0.1 }
        var open = needs.map(\.count)
        var done = nodes.indices.filter { open[$0] == 0 }
        while let node = done.popLast() {
            remaining.remove(node)
            for (dependent, _) in dependents[node] ?? [] {
                open[dependent] -= 1
                if open[dependent] == 0 { done.append(dependent) }
            }
        }
        for start in nodes.indices where remaining.contains(start) {
            let cycle = shortestCycle(through: start, along: needs, within: remaining)
            if !cycle.isEmpty { faults.append(.cycle(cycle.map { nodes[$0] })) }
            remaining.subtract(cycle + [start])
        }

        for (node, needs) in zip(nodes, needs) where node.lifetime == .singleton {
            let scoped = Set(needs).sorted().map { nodes[$0] }.filter { $0.lifetime != .singleton }
            faults += scoped.map { Fault.captive(node, scoped: $0) }
        }
        return faults
    }

    /// Searches breadth-first. Empty if `start` is part of no cycle of `members`.
    private func shortestCycle(through start: Int, along needs: [[Int]], within members: Set<Int>) -> [Int] {
        var cameFrom: [Int: Int] = [:]
        var queue = [start][...]
        while cameFrom[start] == nil, let node = queue.popFirst() {
            for need in needs[node] where members.contains(need) && cameFrom[need] == nil {
                cameFrom[need] = node
                queue.append(need)
            }
        }
        guard let last = cameFrom[start] else { return [] }
        return sequence(first: last) { $0 == start ? nil : cameFrom[$0] }.reversed()
    }

    /// Registrations that the author of `key` may have meant: the same type or the same name.
    func similar(to key: AnyKey) -> [Node] {
        nodes.filter { $0.key != key && ($0.key.typeID == key.typeID || $0.key.name == key.name) }
    }
}
