import ArgumentParser
import Composition

struct GraphCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Print the dependency graph as a Mermaid chart.",
        discussion: """
            EXAMPLES:
              strata graph > graph.mmd

            Creates none of the dependencies.
            """)

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        try await Command.run { terminal in
            let settings = try await SettingsReader(options: options.connection()).read(warning: terminal)
            let graph = ComposedApp.graph(settings.app)
            terminal.print(options.json ? try JSONOutput.text(GraphOutput(graph)) : graph.mermaid)
        }
    }
}

/// The dependency graph as JSON output.
struct GraphOutput: Encodable {
    let nodes: [Node]

    struct Node: Encodable {
        let key: String
        let lifetime: String
        let needs: [String]
    }

    init(_ graph: DependencyGraph) {
        nodes = graph.nodes.map { node in
            Node(key: node.key, lifetime: node.lifetime, needs: node.needs)
        }
    }
}
