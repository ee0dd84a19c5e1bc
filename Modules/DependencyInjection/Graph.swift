/// The registrations of an ``Assembly``, their dependencies and their faults, for tools and tests that inspect the
/// wiring.
public struct Graph: Sendable, Hashable {
    /// How long a value lives, and how widely it is shared.
    public enum Lifetime: String, Sendable, Hashable {
        /// One value for the container. It is created on first use and shut down with the container.
        case singleton
        /// One value for each ``Scope``. It is created on first use and shut down with the scope.
        case scoped
        /// Provided by the caller when a ``Scope`` begins.
        case seed

        /// The end of a sentence such as "the value is …".
        var phrase: String {
            switch self {
            case .singleton: "a singleton"
            case .scoped: "scoped"
            case .seed: "a seed"
            }
        }
    }

    /// One registration of the assembly: its key, lifetime and dependencies.
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
    /// Duplicates, unmatched overrides, missing dependencies, cycles and captive dependencies, in this order.
    public let faults: [Fault]

    init(nodes: [Node], unmatchedOverrides: [Node] = []) {
        self.nodes = nodes
        faults = GraphValidator(nodes: nodes, unmatchedOverrides: unmatchedOverrides).faults()
    }
}

extension [Graph.Node] {
    /// Registrations that the author of `key` may have meant: the same type or the same name.
    func similar(to key: AnyKey) -> [Graph.Node] {
        filter { $0.key != key && ($0.key.typeID == key.typeID || $0.key.name == key.name) }
    }

    /// At most 3 lines that name similar registrations.
    var hint: String {
        let lines = prefix(3).map { "\n  Similar: \($0.location) registers \($0.key)." }
        return (lines + (count > 3 ? ["\n  Similar: \(count - 3) more."] : [])).joined()
    }
}
