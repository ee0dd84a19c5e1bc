public import Models
import RemoteServices
public import Services

// Every service that commands and screens reach, and every further API, with one line for each. Callers import Services
// and Composition only.

extension AppSettings {
    /// The APIs that features use in addition to the backend's. Each line ends with a comma.
    // swift-format-ignore
    public static var furtherAPIs: [FurtherAPI] {
        [
            .books,
        ]
    }
}

extension ComposedApp {
    /// The changes that were made without a login and are not sent yet.
    public var guestOutbox: any OutboxService { backend.guestOutbox }
    public var feedback: any FeedbackService { backend.feedback }
    public var products: any ProductService { backend.products }
    public var books: any BookService { backend.books }
    public var reviews: any ReviewService { backend.reviews }
}

extension AccountServices {
    /// The changes of the account that are not sent yet.
    public var outbox: any OutboxService { backend.outbox }
    public var users: any UserService { backend.users }
    public var uploads: any UploadService { backend.uploads }
    public var feedback: any FeedbackService { backend.feedback }
    public var products: any ProductService { backend.products }
    public var reviews: any ReviewService { backend.reviews }
    public var timeEntries: any TimeEntryService { backend.timeEntries }
}

extension AccountServices {
    /// A user, read in another version of the API than ``users`` reads.
    public func user(_ id: User.ID, inVersion version: Int) async throws(UserServiceError) -> Snapshot<User> {
        try await backend.user(id, inVersion: version)
    }
}
