import ArgumentParser

extension Feature {
    /// The app's features, in the order of the help. Each is declared beside its command. Each line has a comma.
    // swift-format-ignore
    static var all: [Feature] {
        [
            .products,
            .books,
            .reviews,
            .feedback,
            .timeEntries,
        ]
    }
}

/// What a feature adds to the command line.
struct Feature: Sendable {
    let command: any ParsableCommand.Type
    /// The setting with the address of an API of its own.
    var address: SettingKey?
}
