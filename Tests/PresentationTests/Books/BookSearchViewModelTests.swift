import EngineTestSupport
import Models
import Presentation
import Services
import TestSupport
import Testing

@MainActor
@Suite("Book search screen", .timeLimit(.minutes(10)))
struct BookSearchViewModelTests {
    private let clock = ManualClock()
    private let calls = SlowCalls()

    /// A service that finds one book for each term when the gate opens. It refuses the term "no".
    private func makeBooks() throws -> MockBookService {
        let book = try Book.fixture()
        return MockBookService(
            pageOf: .closure { [calls] query async throws(BookServiceError) in
                try await calls.pass(orThrow: BookServiceError.cancelled)
                if query.search == "no" { throw .specific(.unreadableLink) }
                return BookPage(count: 1, books: [book])
            })
    }

    private func type(_ text: String, in model: BookSearchViewModel) async {
        model.text = text
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(300))
    }

    @Test("typing shows the search, counts it as an activity, and shows its books")
    func search() async throws {
        let books = try makeBooks()
        let model = BookSearchViewModel(books: books, time: clock)
        #expect(model.state == .idle)
        await type("moby", in: model)
        try await wait { model.state == .searching(term: "moby") }
        await calls.gate.waitForArrivals(1)
        #expect(model.activity.count == 1)
        calls.gate.open()
        try await wait { !model.state.items.isEmpty }
        #expect(try model.state == .results(term: "moby", items: [.fixture()]))
        try await wait { !model.activity.isActive }
        #expect(books.calls == [.pageOf(BookQuery(search: "moby"))])
    }

    @Test("clearing the field shows no books before the assignment returns, and cancels the request")
    func clear() async throws {
        let model = BookSearchViewModel(books: try makeBooks(), time: clock)
        await type("moby", in: model)
        await calls.gate.waitForArrivals(1)
        model.text = ""
        #expect(model.state == .idle)
        await calls.cancelled.waitForArrivals(1)
        try await wait { model.activity.count == 0 }
        #expect(model.state == .idle)
    }

    @Test("a failure is shown until the next term is searched")
    func failure() async throws {
        calls.gate.open()
        let model = BookSearchViewModel(books: try makeBooks(), time: clock)
        await type("no", in: model)
        try await wait { model.message != nil }
        #expect(model.message == BookServiceError.specific(.unreadableLink).localizableUserMessage)
        #expect(model.state.items.isEmpty)
        await type("moby", in: model)
        try await wait { !model.state.items.isEmpty }
        #expect(model.message == nil)
    }

    @Test("a cancellation by the service is no error")
    func cancelledByService() async throws {
        let model = BookSearchViewModel(books: MockBookService(pageOf: .error(.cancelled)), time: clock)
        await type("moby", in: model)
        try await wait { if case .failed = model.state { true } else { false } }
        #expect(model.message == nil)
    }

    @Test("a view model is released while it searches, and its request is cancelled")
    func release() async throws {
        try await calls.expectRelease {
            BookSearchViewModel(books: try makeBooks(), time: clock)
        } during: {
            await type("moby", in: $0)
        }
    }
}

extension SearchState where Item == Book, Failure == BookServiceError {
    fileprivate static func == (left: Self, right: Self) -> Bool {
        switch (left, right) {
        case (.idle, .idle): true
        case (.searching(let left), .searching(let right)): left == right
        case (.results(let left, let items), .results(let right, let others)): left == right && items == others
        default: false
        }
    }
}
