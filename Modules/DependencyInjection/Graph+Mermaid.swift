extension Graph {
    /// A Mermaid flowchart: arrows point from a value to its needs, shapes show lifetimes, red shows faults.
    ///
    /// Nodes and arrows are in the order of the assembly, so the same assembly always gives the same text. A missing
    /// dependency is a red circle.
    ///
    /// | singleton | scoped | seed |
    /// | --- | --- | --- |
    /// | box | stadium | slanted box |
    public var mermaid: String {
        let missing = missingKeys
        let faulty = faultyKeys
        // Identifiers are numbers, because names can contain Mermaid syntax.
        let identifiers = Dictionary(
            nodes.enumerated().map { ($1.key, "n\($0)") } + missing.enumerated().map { ($1, "m\($0)") },
            uniquingKeysWith: { first, _ in first })
        var lines = ["flowchart LR"]
        for (index, node) in nodes.enumerated() {
            let style = faulty.contains(node.key) ? "fault" : node.lifetime.rawValue
            lines.append("    n\(index)\(shape(node)):::\(style)")
        }
        for (index, key) in missing.enumerated() {
            lines.append("    m\(index)((\(label(key, "not registered")))):::fault")
        }
        for (index, node) in nodes.enumerated() {
            lines += node.needs.compactMap { identifiers[$0] }.map { "    n\(index) --> \($0)" }
        }
        lines += [
            "    classDef singleton fill:#ddf4ff,stroke:#0969da,color:#1f2328",
            "    classDef scoped fill:#dafbe1,stroke:#1a7f37,color:#1f2328",
            "    classDef seed fill:#fff8c5,stroke:#9a6700,color:#1f2328",
            "    classDef fault fill:#ffebe9,stroke:#d1242f,color:#82071e,stroke-width:2px",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private var missingKeys: [AnyKey] {
        faults.compactMap { fault in
            if case .missing(let key, _, _) = fault { key } else { nil }
        }
    }

    private var faultyKeys: Set<AnyKey> {
        var nodes: [Node] = []
        for fault in faults {
            switch fault {
            case .duplicate(let duplicates): nodes += duplicates
            case .cycle(let path): nodes += path
            case .captive(let singleton, let scoped): nodes += [singleton, scoped]
            case .missing, .unmatchedOverride: break
            }
        }
        return Set(nodes.map(\.key))
    }

    private func shape(_ node: Node) -> String {
        let label = label(node.key, node.lifetime.rawValue)
        return switch node.lifetime {
        case .singleton: "[\(label)]"
        case .scoped: "([\(label)])"
        case .seed: "[/\(label)/]"
        }
    }

    private func label(_ key: AnyKey, _ note: String) -> String {
        "\"\(escaped(key.name))<br/>\(escaped(key.typeName))<br/>\(note)\""
    }

    /// Mermaid writes a character as `#`, its decimal code point and `;`.
    private func escaped(_ text: String) -> String {
        text.unicodeScalars.map { scalar in
            "\"#&<>`\n\r\\".unicodeScalars.contains(scalar) ? "#\(scalar.value);" : String(scalar)
        }.joined()
    }
}
