import EngineTestSupport
import Presentation
import Testing

@Suite("Search as you type", .timeLimit(.minutes(10)))
struct LiveSearchTests {
    private let clock = ManualClock()
    private let calls = SlowCalls()

    /// A search that finds its term when the gate opens.
    private func makeSearch() -> LiveSearch<String, FakeFailure> {
        LiveSearch(minimumLength: 2, time: clock) { [calls] term throws(FakeFailure) in
            try await calls.pass(orThrow: FakeFailure.cancelled)
            return [term]
        }
    }

    @Test("fast keystrokes send one request, for the last term, 300 milliseconds after the last one")
    func debounces() async {
        let search = makeSearch()
        search.enter("m")
        for text in ["mo", "mob", "moby"] {
            clock.advance(by: .milliseconds(100))
            search.enter(text)
            await clock.waitForSleepers(1)
        }
        #expect(clock.deadlines == [.milliseconds(600)])
        clock.advance(by: .milliseconds(299))
        #expect(clock.deadlines == [.milliseconds(600)])
        clock.advance(by: .milliseconds(1))
        await calls.gate.waitForArrivals(1)
        #expect(search.state == .searching(term: "moby"))
        calls.gate.open()
        #expect(await search.states.first { !$0.items.isEmpty }?.items == ["moby"])
        #expect(calls.gate.arrivals == 1)
    }

    @Test("a response that arrives after a newer one is dropped, even if its request ignored the cancellation")
    func stale() async {
        let (slow, dropped) = (Gate(), Gate(isOpen: true))
        let search = LiveSearch<Token, FakeFailure>(time: clock) { term in
            guard term == "mo" else { return [Token(term)] }
            // A task of its own is not cancelled with this one.
            return await Task {
                await slow.pass()
                return [Token(term) { Task { await dropped.pass() } }]
            }.value
        }
        search.enter("mo")
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(300))
        await slow.waitForArrivals(1)
        search.enter("moby")
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(300))
        #expect(await search.states.first { !$0.items.isEmpty }?.items == [Token("moby")])
        slow.open()
        await dropped.waitForArrivals(1)
        #expect(search.state == .results(term: "moby", items: [Token("moby")]))
    }

    @Test("releasing the search cancels its request and ends its states")
    func release() async {
        var search: LiveSearch? = makeSearch()
        let states = search?.states
        search?.enter("mo")
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(300))
        await calls.gate.waitForArrivals(1)
        search = nil
        await calls.cancelled.waitForArrivals(1)
        var last: [SearchState<String, FakeFailure>] = []
        if let states { for await state in states { last.append(state) } }
        #expect(last == [.searching(term: "mo")])
    }
}
