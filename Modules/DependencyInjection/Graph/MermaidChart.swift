/// Writes a ``Graph`` in Mermaid's flowchart language.
struct MermaidChart {
    private struct Arrow: Hashable {
        let from: AnyKey
        let to: AnyKey
    }

    private let graph: Graph
    private let faultyKeys: Set<AnyKey>
    private let faultyArrows: Set<Arrow>
    private let missing: [AnyKey]

    init(_ graph: Graph) {
        self.graph = graph
        var keys: Set<AnyKey> = []
        var arrows: Set<Arrow> = []
        var missing: [AnyKey] = []
        for fault in graph.faults {
            switch fault {
            case .duplicate(let nodes), .tooManyCycles(let nodes):
                keys.formUnion(nodes.map(\.key))
            case .overrideOfNothing(let node, _):
                keys.insert(node.key)
            case .missing(let key, let dependents, _):
                missing.append(key)
                arrows.formUnion(dependents.map { Arrow(from: $0.key, to: key) })
            case .cycle(let path):
                keys.formUnion(path.map(\.key))
                arrows.formUnion(zip(path, path.dropFirst() + path.prefix(1)).map { Arrow(from: $0.key, to: $1.key) })
            case .captive(let path):
                keys.formUnion(path.map(\.key))
                arrows.formUnion(zip(path, path.dropFirst()).map { Arrow(from: $0.key, to: $1.key) })
            }
        }
        faultyKeys = keys
        faultyArrows = arrows
        let registered = Set(graph.nodes.map(\.key))
        self.missing = missing.filter { !registered.contains($0) }
    }

    var text: String {
        let identifiers = identifiers
        var lines = ["flowchart LR"]
        for (place, node) in graph.nodes.enumerated() {
            let style = faultyKeys.contains(node.key) ? "fault" : node.lifetime.rawValue
            lines.append("    \(shape(of: node, identifier: "n\(place)")):::\(style)")
        }
        for (place, key) in missing.enumerated() {
            lines.append("    m\(place)((\"\(label(key, "not registered"))\")):::fault")
        }
        var arrowCount = 0
        var redArrows: [Int] = []
        for (place, node) in graph.nodes.enumerated() {
            for need in node.needs {
                guard let target = identifiers[need] else { continue }
                lines.append("    n\(place) --> \(target)")
                if faultyArrows.contains(Arrow(from: node.key, to: need)) { redArrows.append(arrowCount) }
                arrowCount += 1
            }
        }
        lines += styles
        if !redArrows.isEmpty {
            lines.append(
                "    linkStyle \(redArrows.map(String.init).joined(separator: ",")) stroke:#d1242f,stroke-width:2px")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var styles: [String] {
        [
            "    classDef singleton fill:#ddf4ff,stroke:#0969da,color:#1f2328",
            "    classDef scoped fill:#dafbe1,stroke:#1a7f37,color:#1f2328",
            "    classDef seed fill:#fff8c5,stroke:#9a6700,color:#1f2328",
            "    classDef transient fill:#f6f8fa,stroke:#59636e,color:#1f2328",
            "    classDef fault fill:#ffebe9,stroke:#d1242f,color:#82071e,stroke-width:2px",
        ]
    }

    /// By place rather than by name: names may hold what Mermaid takes for syntax, and types may share one.
    private var identifiers: [AnyKey: String] {
        let registered = graph.nodes.enumerated().map { ($1.key, "n\($0)") }
        let absent = missing.enumerated().map { ($1, "m\($0)") }
        return Dictionary(registered + absent, uniquingKeysWith: { first, _ in first })
    }

    private func shape(of node: Graph.Node, identifier: String) -> String {
        let label = "\"\(label(node.key, node.lifetime.rawValue))\""
        return switch node.lifetime {
        case .singleton: "\(identifier)[\(label)]"
        case .scoped: "\(identifier)([\(label)])"
        case .seed: "\(identifier)[/\(label)/]"
        case .transient: "\(identifier){{\(label)}}"
        }
    }

    private func label(_ key: AnyKey, _ note: String) -> String {
        "\(escaped(key.name))<br/>\(escaped(key.typeName))<br/>\(note)"
    }

    /// Mermaid's own entities: `#` followed by a decimal code point and `;`.
    private func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            switch scalar {
            case "\"", "#", "&", "<", ">", "`", "\n", "\r", "\\": "#\(scalar.value);"
            default: String(scalar)
            }
        }.joined()
    }
}
