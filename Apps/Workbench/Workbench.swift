import ArgumentParser

/// The workspace's tool.
@main
struct Workbench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check, draw and change this workspace: its layers, features, documentation and vocabulary.",
        subcommands: [CheckCommand.self, GraphCommand.self, FeatureCommand.self, StripSampleCommand.self])
}
