import Presentation
import TestSupport
import Testing

@Suite("Search as you type", .timeLimit(.minutes(10)))
struct LiveSearchTests {
    private let clock = ManualClock()
    private let script = SearchScript()

    private func makeSearch(minimumLength: Int = 2) -> LiveSearch<String, FakeFailure> {
        LiveSearch(minimumLength: minimumLength, time: clock) { [script] term throws(FakeFailure) in
            try await script.respond(to: term)
        }
    }

    /// Lets the pause after the last keystroke pass, and waits until the request for `term` is sent.
    private func send(_ term: String) async {
        await clock.waitForSleepers(1)
        clock.advance(by: .milliseconds(300))
        await script.gate(term).waitForArrivals(1)
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
        await script.gate("moby").waitForArrivals(1)
        #expect(search.state == .searching(term: "moby"))
        script.gate("moby").open()
        #expect(await search.states.first { !$0.items.isEmpty }?.items == ["moby 1", "moby 2"])
        #expect(script.sent == ["moby"])
    }

    @Test("a newer term cancels the request that is in progress")
    func cancels() async {
        let search = makeSearch()
        search.enter("mo")
        await send("mo")
        search.enter("moby")
        await script.cancellations.waitForArrivals(1)
        #expect(script.cancelled == ["mo"])
        #expect(search.state == .searching(term: "moby"))
        await send("moby")
        script.gate("moby").open()
        #expect(await search.states.first { !$0.items.isEmpty } != nil)
        #expect(script.sent == ["mo", "moby"])
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

    @Test("a failure shows no items and its error, and the next term is searched")
    func failure() async {
        let search = makeSearch()
        script.fail("mo")
        script.gate("mo").open()
        search.enter("mo")
        await send("mo")
        let failed = await search.states.first { if case .failed = $0 { true } else { false } }
        #expect(failed == .failed(term: "mo", .refused("mo")))
        #expect(failed?.items == [])

        script.gate("moby").open()
        search.enter("moby")
        await send("moby")
        #expect(await search.states.first { !$0.items.isEmpty }?.items.count == 2)
    }

    @Test("clearing the field shows nothing at once and cancels the request")
    func clear() async {
        let search = makeSearch()
        search.enter("mo")
        await send("mo")
        search.enter("")
        #expect(search.state == .idle)
        await script.cancellations.waitForArrivals(1)
        #expect(script.cancelled == ["mo"])
        #expect(clock.deadlines.isEmpty)
    }

    @Test("clearing the field before the delay ends sends nothing")
    func clearEarly() async {
        let search = makeSearch()
        search.enter("mo")
        await clock.waitForSleepers(1)
        search.enter("")
        #expect(clock.deadlines.isEmpty)
        search.enter("moby")
        await send("moby")
        #expect(script.sent == ["moby"])
    }

    @Test("releasing the search cancels its request and ends its states")
    func release() async {
        var search: LiveSearch? = makeSearch()
        let states = search?.states
        search?.enter("mo")
        await send("mo")
        search = nil
        await script.cancellations.waitForArrivals(1)
        #expect(script.cancelled == ["mo"])
        var last: [SearchState<String, FakeFailure>] = []
        if let states { for await state in states { last.append(state) } }
        #expect(last == [.searching(term: "mo")])
    }

    @Test("a minimum length of one searches for a single character")
    func minimum() async {
        let search = makeSearch(minimumLength: 1)
        search.enter("書")
        await send("書")
        #expect(search.state == .searching(term: "書"))
    }

    @Test("a slow reader receives the newest state only")
    func slowReader() async {
        let search = makeSearch()
        script.gate("mo").open()
        search.enter("mo")
        await send("mo")
        #expect(await search.states.first { !$0.items.isEmpty } != nil)
        search.enter("")
        search.enter("moby")
        await send("moby")
        #expect(await search.states.next() == .searching(term: "moby"))
    }

    @Test("terms from many tasks leave one request, for the term that is shown as searched", arguments: 0..<50)
    func concurrentTerms(round: Int) async {
        let search = makeSearch()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<8 { group.addTask { search.enter("term \(round) \(number)") } }
        }
        await clock.waitForSleepers(1)
        #expect(clock.deadlines.count == 1)
        clock.advance(by: .milliseconds(300))
        let state = await search.states.next()
        guard case .searching(let term)? = state else {
            Issue.record("\(String(describing: state))")
            return
        }
        await script.gate(term).waitForArrivals(1)
        #expect(script.sent == [term])
    }
}
