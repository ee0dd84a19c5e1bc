import ArgumentParser

/// The workspace's own tool.
@main
struct Workbench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Looks after this workspace: its layers, its targets, its pages.",
        subcommands: [CheckCommand.self, GraphCommand.self])
}
