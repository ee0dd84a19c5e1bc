import ArgumentParser

/// The workspace's tool.
@main
struct Workbench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check and draw this workspace: its layers, targets, documentation and vocabulary.",
        subcommands: [CheckCommand.self, GraphCommand.self])
}
