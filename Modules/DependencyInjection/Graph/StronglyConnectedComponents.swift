/// Groups the nodes of a directed graph that reach each other, in time proportional to the graph (Robert Tarjan,
/// "Depth-first search and linear graph algorithms", SIAM J. Comput. 1, 1972), with a stack of its own.
struct StronglyConnectedComponents {
    let edges: [[Int]]

    private struct Visit {
        let place: Int
        var untried: ArraySlice<Int>
    }

    /// - Parameter members: the nodes that count; edges to others are left out.
    func find(among members: Set<Int>) -> [[Int]] {
        var components: [[Int]] = []
        var number: [Int: Int] = [:]
        var lowest: [Int: Int] = [:]
        var open: [Int] = []
        var isOpen: Set<Int> = []

        for root in members.sorted() where number[root] == nil {
            var visits: [Visit] = []
            func enter(_ place: Int) {
                number[place] = number.count
                lowest[place] = number[place]
                open.append(place)
                isOpen.insert(place)
                visits.append(Visit(place: place, untried: edges[place].filter(members.contains)[...]))
            }
            func lower(_ place: Int, to candidate: Int?) {
                guard let candidate, let current = lowest[place] else { return }
                lowest[place] = min(current, candidate)
            }

            enter(root)
            while let place = visits.last?.place {
                if let next = visits[visits.count - 1].untried.popFirst() {
                    if number[next] == nil {
                        enter(next)
                    } else if isOpen.contains(next) {
                        lower(place, to: number[next])
                    }
                } else {
                    visits.removeLast()
                    if let parent = visits.last?.place { lower(parent, to: lowest[place]) }
                    if lowest[place] == number[place], let first = open.lastIndex(of: place) {
                        components.append(Array(open[first...]))
                        isOpen.subtract(open[first...])
                        open.removeSubrange(first...)
                    }
                }
            }
        }
        return components
    }
}
