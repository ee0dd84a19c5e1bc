import ArgumentParser

/// `workbench graph`
struct GraphCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Print the modules and their dependencies as a Mermaid flowchart.",
        discussion: """
            EXAMPLES:
              workbench graph
              workbench graph --all > graph.mmd

            Exit codes: 0 success, 2 the manifest could not be read.
            """)

    @OptionGroup
    var workspace: WorkspaceOptions

    @Flag(help: "Include apps and tests.")
    var all = false

    func run() async throws {
        let manifest = try await Self.reportingFailure {
            try await workspace.manifestReader.manifest(ofPackageAt: workspace.root())
        }
        print(MermaidGraph(manifest: manifest, includesAll: all).text)
    }
}
