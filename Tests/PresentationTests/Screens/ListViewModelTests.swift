import Foundation
import Models
import Presentation
import Services
import TestSupport
import Testing

@MainActor
@Suite("A screen with a list", .timeLimit(.minutes(10)))
struct ListViewModelTests {
    private typealias Model = ListViewModel<TimeEntry, Never>

    private let gate = Gate()

    private func listing(_ ids: String...) throws -> Listing<TimeEntry> {
        let items = try ids.map { try TimeEntry.fixture(id: $0) }
        return Listing(Page(items: items, number: 1, size: 20, total: items.count), from: .server)
    }

    private func makeModel(
        _ response: MockResponse<PageRequest, Listing<TimeEntry>, TimeEntryServiceError>
    ) throws -> Model {
        let service = MockTimeEntryService(timeEntries: response)
        return ListViewModel(page: try PageRequest(size: 20), load: service.timeEntries(page:))
    }

    private func ids(_ model: Model) -> [String]? {
        if case .loaded(let listing) = model.state { listing.page.items.map(\.id.text) } else { nil }
    }

    @Test("a load shows that it loads, then the list")
    func load() async throws {
        let listing = try listing("a", "b")
        let model = try makeModel(
            .closure { [gate] _ in
                await gate.pass()
                return listing
            })
        model.load()
        guard case .loading = model.state else { return unexpected(model) }
        gate.open()
        try await wait { ids(model) == ["a", "b"] }
    }

    @Test("a reload leaves the list on the screen until the new one is there")
    func reload() async throws {
        let (first, second) = (try listing("a"), try listing("a", "b"))
        let calls = Gate(isOpen: true)
        let model = try makeModel(
            .closure { [gate] _ in
                await calls.pass()
                if calls.arrivals == 1 { return first }
                await gate.pass()
                return second
            })
        model.load()
        try await wait { ids(model) == ["a"] }
        model.load()
        #expect(ids(model) == ["a"])
        gate.open()
        try await wait { ids(model) == ["a", "b"] }
    }

    @Test("a reload that fails leaves the list on the screen and says why, until the next one")
    func failedReload() async throws {
        let list = try listing("a")
        let calls = Gate(isOpen: true)
        let model = try makeModel(
            .closure { [gate] _ throws(TimeEntryServiceError) in
                await calls.pass()
                if calls.arrivals == 1 { return list }
                if calls.arrivals == 2 { throw .loggedOut }
                await gate.pass()
                return list
            })
        model.load()
        try await wait { ids(model) == ["a"] }
        model.load()
        try await wait { model.message != nil }
        #expect(ids(model) == ["a"])
        #expect(model.message == TimeEntryServiceError.loggedOut.localizableUserMessage)
        model.load()
        #expect(ids(model) == ["a"] && model.message == nil)
        gate.open()
    }

    @Test("a stored list says when it was stored and why the server could not be reached")
    func stored() async throws {
        let (date, failure) = (Date(timeIntervalSince1970: 0), ServiceFailure.unexpected(CancellationError()))
        let list = Listing(try listing("a").page, from: .stored(at: date, because: failure))
        let model = try makeModel(.value(list))
        #expect(model.storedCopy == nil)
        model.load()
        try await wait { ids(model) == ["a"] }
        #expect(model.storedCopy?.date == date)
        #expect(model.storedCopy?.reason == failure.localizableUserMessage)
    }

    @Test("an error of the service is shown, and the next load removes it")
    func failure() async throws {
        let model = try makeModel(.error(.loggedOut))
        model.load()
        try await wait { model.message != nil }
        #expect(model.message == TimeEntryServiceError.loggedOut.localizableUserMessage)
        model.load()
        #expect(model.message == nil)
    }

    @Test("a cancellation by the service is no error")
    func cancelled() async throws {
        let model = try makeModel(.error(.cancelled))
        model.load()
        try await wait { if case .idle = model.state { true } else { false } }
        #expect(model.message == nil)
    }

    private func unexpected(_ model: Model) {
        Issue.record("\(model.state)")
    }
}
