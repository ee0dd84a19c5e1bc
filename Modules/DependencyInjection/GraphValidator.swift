/// Finds all faults of a graph. It works on the nodes alone, so no factory can run.
struct GraphValidator {
    private let nodes: [Graph.Node]
    private let unmatchedOverrides: [Graph.Node]
    /// The first registration of each key.
    private let indices: [AnyKey: Int]
    /// For each node its registered needs.
    private let needs: [[Int]]
    /// For each node the nodes that need it.
    private let dependents: [[Int]]

    init(nodes: [Graph.Node], unmatchedOverrides: [Graph.Node]) {
        self.nodes = nodes
        self.unmatchedOverrides = unmatchedOverrides
        let indices = Dictionary(
            nodes.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
        self.indices = indices
        needs = nodes.map { $0.needs.compactMap { indices[$0] } }
        var dependents = [[Int]](repeating: [], count: nodes.count)
        for (node, needs) in needs.enumerated() {
            for need in needs { dependents[need].append(node) }
        }
        self.dependents = dependents
    }

    func faults() -> [Fault] {
        duplicates()
            + unmatchedOverrides.map { .unmatchedOverride($0, similar: nodes.similar(to: $0.key)) }
            + missing()
            + cycles()
            + captives()
    }

    private func duplicates() -> [Fault] {
        let groups = Dictionary(grouping: nodes, by: \.key)
        return nodes.indices.compactMap { index in
            guard indices[nodes[index].key] == index, let group = groups[nodes[index].key], group.count > 1 else {
                return nil
            }
            return .duplicate(group)
        }
    }

    private func missing() -> [Fault] {
        var order: [AnyKey] = []
        var dependents: [AnyKey: [Graph.Node]] = [:]
        for node in nodes {
            for need in node.needs where indices[need] == nil {
                if dependents[need] == nil { order.append(need) }
                if dependents[need]?.last != node { dependents[need, default: []].append(node) }
            }
        }
        return order.map { .missing($0, neededBy: dependents[$0, default: []], similar: nodes.similar(to: $0)) }
    }

    private func captives() -> [Fault] {
        nodes.indices.filter { nodes[$0].lifetime == .singleton }.flatMap { singleton in
            Set(needs[singleton]).sorted().filter { nodes[$0].lifetime != .singleton }
                .map { .captive(nodes[singleton], scoped: nodes[$0]) }
        }
    }

    /// One cycle for each strongly connected component.
    private func cycles() -> [Fault] {
        var remaining = nodesWithoutOrder()
        var faults: [Fault] = []
        while let start = remaining.min() {
            let cameFrom = breadthFirst(from: start, along: needs, within: remaining)
            guard let last = cameFrom[start] else {
                remaining.remove(start)
                continue
            }
            // The dictionary leads from the end of the cycle back to its start, which has an entry too.
            var path = [last]
            while let node = path.last, node != start, let previous = cameFrom[node] { path.append(previous) }
            faults.append(.cycle(path.reversed().map { nodes[$0] }))
            let reachStart = breadthFirst(from: start, along: dependents, within: remaining)
            remaining.subtract(Set(cameFrom.keys).intersection(reachStart.keys))
        }
        return faults
    }

    /// The nodes that remain after removing every node without remaining needs: cycles and the nodes that need them.
    private func nodesWithoutOrder() -> Set<Int> {
        var openNeeds = needs.map(\.count)
        var ready = nodes.indices.filter { openNeeds[$0] == 0 }
        while let node = ready.popLast() {
            for dependent in dependents[node] {
                openNeeds[dependent] -= 1
                if openNeeds[dependent] == 0 { ready.append(dependent) }
            }
        }
        return Set(nodes.indices.filter { openNeeds[$0] > 0 })
    }

    /// Maps each reached node to the node before it on a shortest path. `start` is a key only if it reaches itself.
    private func breadthFirst(from start: Int, along edges: [[Int]], within members: Set<Int>) -> [Int: Int] {
        var cameFrom: [Int: Int] = [:]
        var queue = [start]
        var next = 0
        while next < queue.count {
            let node = queue[next]
            next += 1
            for target in edges[node] where members.contains(target) && cameFrom[target] == nil {
                cameFrom[target] = node
                if target != start { queue.append(target) }
            }
        }
        return cameFrom
    }
}
