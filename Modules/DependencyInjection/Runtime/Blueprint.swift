/// A wiring that was found to be without fault, ready to be run. Only ``Assembly/build()`` makes one of these.
struct Blueprint: Sendable {
    let graph: Graph
    let registrations: [Registration]
    let places: KeyTable
    /// For each place why it can be had in a scope only, as the way to the scope's value; empty where it can be had
    /// anywhere.
    let wayIntoScope: [[Graph.Node]]

    init(graph: Graph, registrations: [Registration]) {
        self.graph = graph
        self.registrations = registrations
        places = KeyTable(graph.nodes.map(\.key))
        let validator = GraphValidator(nodes: graph.nodes)
        wayIntoScope = graph.nodes.indices.map { place in
            guard graph.nodes[place].lifetime != .singleton else { return [] }
            return validator.waysIntoScope(from: place).first?.map { graph.nodes[$0] } ?? []
        }
    }
}
