import DependencyInjection

/// The dependency graph as JSON output.
struct GraphOutput: Encodable {
    let nodes: [Node]

    struct Node: Encodable {
        let key: String
        let lifetime: String
        let needs: [String]
    }

    init(_ graph: Graph) {
        nodes = graph.nodes.map { node in
            Node(key: "\(node.key)", lifetime: "\(node.lifetime)", needs: node.needs.map { "\($0)" })
        }
    }
}
