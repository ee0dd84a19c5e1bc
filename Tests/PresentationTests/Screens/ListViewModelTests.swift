import EngineTestSupport
import Foundation
import Models
import Presentation
import Services
import Synchronization
import TestSupport
import Testing

@MainActor
@Suite("A screen with a list", .timeLimit(.minutes(10)))
struct ListViewModelTests {
    private typealias Model = ListViewModel<TimeEntry>

    private let list = Observed<Page<TimeEntry>>()

    private func snapshot(
        _ ids: String..., pending: [PendingChange] = [], refreshError: ServiceFailure? = nil
    ) throws -> PageSnapshot<TimeEntry> {
        let items = try ids.map { try TimeEntry.fixture(id: $0) }
        return Snapshot(
            Page(items: items, number: 1, size: 20, total: items.count), from: .stored, fetchedAt: .distantPast,
            pending: pending, refreshError: refreshError)
    }

    private func makeModel() -> Model {
        ListViewModel { [list] in list.observe() }
    }

    private func ids(_ model: Model) -> [String]? {
        if case .loaded(let snapshot) = model.state { snapshot.value.items.map(\.id.text) } else { nil }
    }

    @Test("a load shows that it loads, then the list, then each change")
    func load() async throws {
        let model = makeModel()
        model.load()
        guard case .loading = model.state else { return unexpected(model) }
        list.yield(.success(try snapshot("a")))
        try await wait { ids(model) == ["a"] }
        let change = PendingChange(id: "1", summary: "add b", itemID: "b", createdAt: .distantPast)
        list.yield(.success(try snapshot("a", "b", pending: [change])))
        try await wait { ids(model) == ["a", "b"] }
        #expect(model.pendingIDs == ["b"] && model.message == nil && model.storedAt == nil)
    }

    @Test("a list that was never fetched is no failure")
    func neverFetched() async throws {
        let model = makeModel()
        model.load()
        list.yield(.failure(.failed(.neverFetched)))
        try await wait { if case .neverFetched = model.state { true } else { false } }
        #expect(model.message == nil)
        list.yield(.success(try snapshot("a")))
        try await wait { ids(model) == ["a"] }
    }

    @Test("a refresh that fails leaves the list on the screen and says why")
    func failedRefresh() async throws {
        let model = makeModel()
        model.load()
        list.yield(.success(try snapshot("a")))
        try await wait { ids(model) == ["a"] }
        model.load()
        #expect(ids(model) == ["a"])
        let failure = ServiceFailure.neverFetched
        list.yield(.success(try snapshot("a", refreshError: failure)))
        try await wait { model.message == failure.localizableUserMessage }
        #expect(model.storedAt == .distantPast)
    }

    @Test("a failure leaves the list on the screen")
    func failureAfterList() async throws {
        let elements: [Snapshots<Page<TimeEntry>>.Element] = [.success(try snapshot("a")), .failure(.loggedOut)]
        let requests = Gate(isOpen: true)
        let model = Model {
            AsyncStream {
                await requests.pass()
                return requests.arrivals <= elements.count ? elements[requests.arrivals - 1] : nil
            }
        }
        model.load()
        // An element has been shown when the next one is requested.
        await requests.waitForArrivals(3)
        #expect(ids(model) == ["a"] && model.message == nil)
    }

    @Test("without a list the error is shown, and the next load removes it")
    func failure() async throws {
        let model = makeModel()
        model.load()
        list.yield(.failure(.loggedOut))
        try await wait { model.message == TimeEntryServiceError.loggedOut.localizableUserMessage }
        model.load()
        #expect(model.message == nil)
    }

    @Test("a cancellation by the service is no error")
    func cancelled() async throws {
        let model = makeModel()
        model.load()
        list.yield(.failure(.cancelled))
        try await wait { if case .idle = model.state { true } else { false } }
        #expect(model.message == nil)
    }

    private func unexpected(_ model: Model) {
        Issue.record("\(model.state)")
    }
}
