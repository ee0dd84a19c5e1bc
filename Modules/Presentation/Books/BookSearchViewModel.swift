public import Models
public import Observation
public import Primitives
public import Services

/// A screen that searches the catalog of books while the user types.
@MainActor
@Observable
public final class BookSearchViewModel {
    /// The text of the search field.
    public var text = "" {
        didSet {
            search.enter(text)
            update()
        }
    }
    /// What the list shows.
    public private(set) var state = SearchState<Book, BookServiceError>.idle
    /// Counts this screen's requests.
    public let activity: Activity

    private let search: LiveSearch<Book, BookServiceError>
    private let following = OwnedTask()

    /// - Parameters:
    ///   - time: measures the pause after a keystroke.
    ///   - activity: one instance for all screens that share an indicator.
    public init(books: any BookService, time: any TimeSource, activity: Activity = Activity()) {
        self.activity = activity
        search = LiveSearch(time: time) { term async throws(BookServiceError) in
            try await activity.track { () async throws(BookServiceError) in
                try await books.page(of: BookQuery(search: term)).books
            }
        }
        following.follow(search.states) { [weak self] _ in self?.update() }
    }

    /// The error message to show; `nil` if there is none.
    public var message: UserMessage? { state.message }

    /// Reads the newest state, so that after an edit no older state from the stream is shown.
    private func update() {
        state = search.state
    }
}
