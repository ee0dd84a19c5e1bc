/// The wiring of an ``Assembly`` without its factories, for tools and tests that inspect it.
public struct Graph: Sendable, Hashable {
    /// How long a value lives, and how widely it is shared.
    public enum Lifetime: String, Sendable, Hashable {
        /// One value for the container. It is created on first use and shut down with the container.
        case singleton
        /// One value for each ``Scope``. It is created on first use and shut down with the scope.
        case scoped
        /// Provided by the caller when a ``Scope`` begins.
        case seed
    }

    /// One registration of the assembly.
    public struct Node: Sendable, Hashable {
        /// The registered key.
        public let key: AnyKey
        /// How long the value lives.
        public let lifetime: Lifetime
        /// The dependencies, in the order of the factory's parameters.
        public let needs: [AnyKey]
        /// The source location of the registration, as in `App/AppAssembly.swift:12`.
        public let location: String
    }

    /// The registrations in the order of the assembly. A key that is registered twice has two nodes.
    public let nodes: [Node]
    let unmatchedOverrides: [Node]
}

extension Graph {
    /// A Mermaid flowchart: arrows point from a value to its needs, and red shows faults.
    ///
    /// Singletons are boxes, scoped values stadiums, seeds slanted boxes, and missing dependencies circles. The same
    /// assembly always gives the same text, because nodes and arrows are in its order.
    public var mermaid: String {
        var faulty: Set<AnyKey> = []
        var missing: [AnyKey] = []
        for fault in faults {
            switch fault {
            case .duplicate(let nodes), .cycle(let nodes): faulty.formUnion(nodes.map(\.key))
            case .captive(let singleton, let scoped): faulty.formUnion([singleton.key, scoped.key])
            case .missing(let key, _, _): missing.append(key)
            case .unmatchedOverride: break
            }
        }
        let keys = nodes.map(\.key) + missing
        // Identifiers are numbers, because names can contain Mermaid syntax.
        let numbers = Dictionary(zip(keys, keys.indices), uniquingKeysWith: { first, _ in first })
        var lines = ["flowchart LR"]
        for (number, node) in nodes.enumerated() {
            let label = label(node.key, node.lifetime.rawValue)
            let shape =
                switch node.lifetime {
                case .singleton: "[\(label)]"
                case .scoped: "([\(label)])"
                case .seed: "[/\(label)/]"
                }
            lines.append("    n\(number)\(shape):::\(faulty.contains(node.key) ? "fault" : node.lifetime.rawValue)")
        }
        for (number, key) in zip(nodes.count..., missing) {
            lines.append("    n\(number)((\(label(key, "not registered")))):::fault")
        }
        for (number, node) in nodes.enumerated() {
            lines += node.needs.compactMap { numbers[$0] }.map { "    n\(number) --> n\($0)" }
        }
        lines += [
            "    classDef singleton fill:#ddf4ff,stroke:#0969da,color:#1f2328",
            "    classDef scoped fill:#dafbe1,stroke:#1a7f37,color:#1f2328",
            "    classDef seed fill:#fff8c5,stroke:#9a6700,color:#1f2328",
            "    classDef fault fill:#ffebe9,stroke:#d1242f,color:#82071e,stroke-width:2px",
        ]
        return lines.joined(separator: "\n") + "\n"
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
