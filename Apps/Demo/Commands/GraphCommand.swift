import ArgumentParser
import Composition

struct GraphCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Print the dependency graph as a Mermaid chart.",
        examples: "strata graph > graph.mmd",
        notes: "Creates none of the dependencies.")

    @OptionGroup var options: GlobalOptions

    func run() async throws {
        try await Command.run { terminal in
            let settings = try await SettingsReader(options: options).read(warning: terminal)
            let graph = ComposedApp.graph(settings.app)
            let nodes = graph.nodes.map { node in
                Output([.json("key", node.key), .json("lifetime", node.lifetime), .json("needs", node.needs)])
            }
            try terminal.show(Output([.json("nodes", nodes)]), json: options.json) { terminal.print(graph.mermaid) }
        }
    }
}
