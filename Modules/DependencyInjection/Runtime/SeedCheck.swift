/// Holds the seeds that a scope is begun with against those that the assembly declares.
struct SeedCheck {
    let graph: Graph
    let begunAt: CodeLocation

    /// A full cell for every seed.
    func cells(of values: [SeedValue]) throws(ScopeError) -> [AnyKey: any AnyCell] {
        let declared = graph.nodes.filter { $0.lifetime == .seed }
        let declaredKeys = Set(declared.map(\.key))
        var cells: [AnyKey: any AnyCell] = [:]
        var unknown: [AnyKey] = []
        var repeated: [AnyKey] = []
        for value in values {
            if !declaredKeys.contains(value.key) {
                unknown.append(value.key)
            } else if cells.updateValue(value.cell, forKey: value.key) != nil {
                repeated.append(value.key)
            }
        }
        let missing = declared.filter { cells[$0.key] == nil }
        guard missing.isEmpty, unknown.isEmpty, repeated.isEmpty else {
            throw .wrongSeeds(missing: missing, unknown: unknown, repeated: repeated, begunAt: begunAt)
        }
        return cells
    }
}
