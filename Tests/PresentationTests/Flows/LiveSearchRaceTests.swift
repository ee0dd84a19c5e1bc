import Presentation
import Primitives
import TestSupport
import Testing

@Suite("Search as you type on many threads", .timeLimit(.minutes(10)))
struct LiveSearchRaceTests {
    private typealias State = SearchState<String, FakeFailure>

    private static let terms = ["", "m", "mo", "mob", "moby", "no"]
    private let clock = ManualClock()

    /// Ends after some suspensions, like a service: with `.cancelled` if its task was cancelled.
    private static func respond(to term: String) async throws(FakeFailure) -> [String] {
        for _ in 0..<(term.count % 3) { await Task.yield() }
        if Task.isCancelled { throw .cancelled }
        if term == "no" { throw .refused(term) }
        return [term]
    }

    @Test(
        "the last text has the last state, in whatever order keystrokes, delays and responses came", arguments: 0..<100)
    func storm(round: Int) async {
        let found = Gate(isOpen: true)
        let reader: Task<[State], Never>
        do {
            let search = LiveSearch<String, FakeFailure>(time: clock) { term throws(FakeFailure) in
                try await Self.respond(to: term)
            }
            reader = Task { [states = search.states] in
                var seen: [State] = []
                for await state in states {
                    seen.append(state)
                    if state == .results(term: "last", items: ["last"]) { await found.pass() }
                }
                return seen
            }
            await type(into: search, round)
            search.enter("")
            search.enter("last")
            await clock.waitForSleepers(1)
            clock.advance(by: .milliseconds(300))
            await found.waitForArrivals(1)
            await type(into: search, round)
            search.enter("")
        }
        let seen = await reader.value
        #expect(seen.last == .idle)
        for state in seen {
            switch state {
            case .idle, .searching: break
            case .results(let term, let items): #expect(items == [term])
            case .failed(let term, let error): #expect(error == .refused(term))
            }
        }
    }

    private func type(into search: LiveSearch<String, FakeFailure>, _ round: Int) async {
        await withTaskGroup(of: Void.self) { [clock] group in
            for typist in 0..<4 {
                group.addTask {
                    let random = SeededRandomSource(seed: UInt64(round * 4 + typist))
                    for _ in 0..<20 {
                        search.enter(Self.terms[Int(random.next() % UInt64(Self.terms.count))])
                        if random.next() % 2 == 0 { clock.advance(by: .milliseconds(300)) }
                        await Task.yield()
                    }
                }
            }
        }
    }

    @Test("a search that is released while its delay ends leaves no task")
    func release() async {
        // Not as arguments, which would have a time limit each.
        for round in 0..<200 { await release(round: round) }
    }

    private func release(round: Int) async {
        let gate = Gate()
        let (released, release) = AsyncStream.makeStream(of: Void.self)
        let states: AsyncStream<State>
        do {
            // Ends with the search and the task that calls it.
            let token = Token("search") { release.finish() }
            let search = LiveSearch<String, FakeFailure>(time: clock) { term in
                await gate.pass()
                return [term, token.name]
            }
            states = search.states
            search.enter("term")
            await clock.waitForSleepers(1)
            Task { [clock] in clock.advance(by: .milliseconds(300)) }
            for _ in 0..<(round % 4) { await Task.yield() }
            withExtendedLifetime(search) {}
        }
        for await _ in states {}
        for await _ in released {}
        #expect(clock.deadlines.isEmpty)
    }
}
