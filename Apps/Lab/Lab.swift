package import ArgumentParser

/// The laboratory: commands that show the engine at work. They call it themselves, without a service between.
package enum Lab {
    /// In the order of the help.
    // swift-format-ignore
    package static var commands: [any ParsableCommand.Type] {
        [
            DemoCommand.self, ServeCommand.self,  // They need the sample backend, and go with it.
            TransfersCommand.self, APICommand.self, GraphQLCommand.self,
        ]
    }
}
