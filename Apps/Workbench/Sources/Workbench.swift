import ArgumentParser

/// The workspace's tool.
@main
struct Workbench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check, draw, change, rename and upgrade this workspace.",
        discussion: """
            EXAMPLES:
              workbench check
              workbench graph
            """,
        subcommands: [
            CheckCommand.self, GraphCommand.self, FeatureCommand.self, StripSampleCommand.self, RenameCommand.self,
            TemplateDiffCommand.self, ExamplesCommand.self,
        ])
}
