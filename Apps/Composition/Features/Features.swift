import DependencyInjection

extension Assembly {
    /// The app's features, each registered in its folder here. Accounts, with the users and their pictures, belong to the
    /// app itself.
    static var features: Assembly {
        Assembly {
            Assembly.feedback
            Assembly.products
            Assembly.books
            Assembly.reviews
            Assembly.timeEntries
        }
    }
}
