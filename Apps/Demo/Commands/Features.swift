import ArgumentParser

extension Strata {
    /// The features' commands, in the order of the help. Each line ends with a comma.
    // swift-format-ignore
    static var features: [any ParsableCommand.Type] {
        [
            ProductsCommand.self,
            BooksCommand.self,
            ReviewsCommand.self,
            FeedbackCommand.self,
            TimeEntriesCommand.self,
        ]
    }
}
