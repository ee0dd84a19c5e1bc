import DependencyInjection
import RemoteServices

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

extension OutboxKind {
    /// What the app changes through the outbox: the account's profile, and what the features change. Each line has a comma.
    // swift-format-ignore
    static var all: [OutboxKind] {
        [
            .profile,
            .feedback,
            .timeEntries,
        ]
    }
}
