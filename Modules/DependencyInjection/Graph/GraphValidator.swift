/// Finds every fault of a wiring. A pure function of the list: no factory is in reach.
struct GraphValidator {
    private let nodes: [Graph.Node]
    private let strays: Set<Int>
    /// The first registration of each key. Overrides of nothing satisfy no need, so that what the assembly lacks is
    /// still found to be missing.
    private let places: [AnyKey: Int]
    /// For each node the nodes that it needs, each once and in the order of the parameters; what is missing is left
    /// out.
    let edges: [[Int]]

    init(nodes: [Graph.Node], strays: Set<Int> = []) {
        self.nodes = nodes
        self.strays = strays
        let registered = nodes.indices.filter { !strays.contains($0) }
        let places = Dictionary(registered.map { (nodes[$0].key, $0) }, uniquingKeysWith: { first, _ in first })
        self.places = places
        edges = nodes.map { node in
            var seen: Set<Int> = []
            return node.needs.compactMap { places[$0] }.filter { seen.insert($0).inserted }
        }
    }

    func faults() -> [Fault] {
        duplicates() + overridesOfNothing() + missing() + cycles() + captives()
    }

    /// The way from a node to a scope's value that it cannot be made without, shortest first; the node alone if it is
    /// one. Singletons end a way: they are made without a scope, or are at fault themselves.
    func waysIntoScope(from start: Int) -> [[Int]] {
        if nodes[start].lifetime.livesInScope { return [[start]] }
        var cameFrom: [Int: Int] = [:]
        var queue = [start]
        var ways: [[Int]] = []
        var next = 0
        while next < queue.count {
            let place = queue[next]
            next += 1
            for need in edges[place] where need != start && cameFrom[need] == nil {
                cameFrom[need] = place
                switch nodes[need].lifetime {
                case .scoped, .seed: ways.append(way(to: need, by: cameFrom))
                case .transient: queue.append(need)
                case .singleton: break
                }
            }
        }
        return ways
    }

    private func way(to end: Int, by cameFrom: [Int: Int]) -> [Int] {
        Array(sequence(first: end) { cameFrom[$0] }).reversed()
    }

    private func duplicates() -> [Fault] {
        let groups = Dictionary(grouping: nodes.indices) { nodes[$0].key }
        return nodes.indices.compactMap { place in
            guard let group = groups[nodes[place].key], group.count > 1, group.first == place else { return nil }
            return .duplicate(group.map { nodes[$0] })
        }
    }

    private func overridesOfNothing() -> [Fault] {
        strays.sorted().map { .overrideOfNothing(nodes[$0], similar: nodes.similar(to: nodes[$0].key)) }
    }

    private func missing() -> [Fault] {
        var order: [AnyKey] = []
        var dependents: [AnyKey: [Graph.Node]] = [:]
        for node in nodes {
            for need in node.needs where places[need] == nil {
                if dependents[need] == nil { order.append(need) }
                if dependents[need]?.last != node { dependents[need, default: []].append(node) }
            }
        }
        return order.map { key in
            .missing(key, neededBy: dependents[key, default: []], similar: nodes.similar(to: key))
        }
    }

    private func cycles() -> [Fault] {
        CycleFinder(edges: edges, limit: Fault.cycleLimit).find().flatMap { component in
            component.cycles.map { cycle in Fault.cycle(cycle.map { nodes[$0] }) }
                + (component.hasMore ? [.tooManyCycles(component.places.map { nodes[$0] })] : [])
        }
    }

    private func captives() -> [Fault] {
        nodes.indices.filter { nodes[$0].lifetime == .singleton }
            .flatMap(waysIntoScope)
            .map { way in .captive(way.map { nodes[$0] }) }
    }

}
