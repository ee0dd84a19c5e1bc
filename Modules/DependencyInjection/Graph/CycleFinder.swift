/// Lists the elementary cycles of a directed graph: those that pass no node twice.
///
/// The search is the one of Donald B. Johnson, "Finding all the elementary circuits of a directed graph" (SIAM J.
/// Comput. 4, 1975), in time proportional to the graph for each cycle found. A dense graph has more cycles than anyone
/// could read, hence the limit. It keeps its own stack: a long chain of registrations is no reason to crash.
struct CycleFinder {
    /// Nodes that reach each other.
    struct Component {
        let places: [Int]
        let cycles: [[Int]]
        let hasMore: Bool
    }

    let edges: [[Int]]
    let limit: Int

    /// By first place; within a component short cycles first, each starting at its first place.
    func find() -> [Component] {
        StronglyConnectedComponents(edges: edges).find(among: Set(edges.indices))
            .filter(canCycle)
            .map(component(of:))
            .sorted { $0.places.lexicographicallyPrecedes($1.places) }
    }

    private func canCycle(_ places: [Int]) -> Bool {
        places.count > 1 || places.contains { edges[$0].contains($0) }
    }

    private func component(of places: [Int]) -> Component {
        var cycles: [[Int]] = []
        var pending = [places.sorted()]
        while let rest = pending.popLast(), let start = rest.first, cycles.count <= limit {
            let members = Set(rest)
            appendCycles(through: start, within: members, to: &cycles)
            pending += StronglyConnectedComponents(edges: edges).find(among: members.subtracting([start]))
                .filter(canCycle)
                .map { $0.sorted() }
        }
        let listed = cycles.prefix(limit).sorted { left, right in
            left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
        }
        return Component(places: places.sorted(), cycles: listed, hasMore: cycles.count > limit)
    }

    /// Goes on until one cycle more than the limit is found, which tells that there are more.
    private func appendCycles(through start: Int, within members: Set<Int>, to cycles: inout [[Int]]) {
        func steps(from place: Int) -> ArraySlice<Int> { edges[place].filter(members.contains)[...] }
        var path = [start]
        var untried = [steps(from: start)]
        var blocked: Set<Int> = [start]
        var blockedBehind: [Int: Set<Int>] = [:]
        var isOnCycle: Set<Int> = []
        while let place = path.last, cycles.count <= limit {
            if let next = untried[untried.count - 1].popFirst() {
                if next == start {
                    cycles.append(path)
                    isOnCycle.formUnion(path)
                } else if blocked.insert(next).inserted {
                    path.append(next)
                    untried.append(steps(from: next))
                    isOnCycle.remove(next)
                }
            } else {
                if isOnCycle.contains(place) {
                    unblock(place, &blocked, &blockedBehind)
                } else {
                    for next in steps(from: place) { blockedBehind[next, default: []].insert(place) }
                }
                path.removeLast()
                untried.removeLast()
            }
        }
    }

    private func unblock(_ place: Int, _ blocked: inout Set<Int>, _ blockedBehind: inout [Int: Set<Int>]) {
        var pending = [place]
        while let place = pending.popLast() {
            if blocked.remove(place) != nil {
                pending += blockedBehind.removeValue(forKey: place) ?? []
            }
        }
    }
}
