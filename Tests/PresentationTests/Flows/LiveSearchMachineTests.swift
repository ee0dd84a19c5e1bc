import EngineTestSupport
import Primitives
import Testing

@testable import Presentation

@Suite("Rules of a search as you type", .timeLimit(.minutes(10)))
struct LiveSearchMachineTests {
    private typealias Machine = LiveSearchMachine<String, FakeFailure>
    private var machine = Machine(minimumLength: 2)

    @Test(
        "one character, white space and nothing start no request",
        arguments: ["", " ", "a", " a\n", "é", "e\u{301}", "👩‍👩‍👧"])
    mutating func tooShort(text: String) {
        #expect(machine.enter(text).isEmpty)
        #expect(machine.state == .idle)
    }

    @Test("two characters start a request", arguments: ["ab", "書物", "é!", "👩‍👩‍👧👍", " ab\t"])
    mutating func longEnough(text: String) throws {
        let request = try #require(start(text))
        #expect(request.term == text.filter { !$0.isWhitespace })
        #expect(machine.state == .idle)
        #expect(machine.delayPassed(request)?.count == 1)
        #expect(machine.state == .searching(term: request.term))
    }

    @Test("an empty term is never searched, whatever the minimum")
    mutating func emptyTerm() {
        machine = Machine(minimumLength: 0)
        #expect(machine.enter("  ").isEmpty)
    }

    @Test("a newer term cancels the older request before and after it is sent", arguments: [true, false])
    mutating func newer(isSent: Bool) throws {
        let first = try #require(start("ab"))
        if isSent { _ = machine.delayPassed(first) }
        let second = try #require(start("abc", cancelling: true))
        #expect(machine.delayPassed(first) == nil)
        #expect(machine.receive(.success(["stale"]), for: first).isEmpty)
        #expect(machine.state == (isSent ? .searching(term: "abc") : .idle))
        _ = machine.delayPassed(second)
        #expect(machine.receive(.success(["b"]), for: second).count == 1)
        #expect(machine.receive(.failure(.cancelled), for: first).isEmpty)
        #expect(machine.state == .results(term: "abc", items: ["b"]))
    }

    @Test("the same term is not sent again while it waits, while it is searched and when its results are shown")
    mutating func same() throws {
        let request = try #require(start("ab"))
        #expect(machine.enter(" ab ").isEmpty)
        _ = machine.delayPassed(request)
        #expect(machine.enter("ab").isEmpty)
        _ = machine.receive(.success([]), for: request)
        #expect(machine.enter("ab").isEmpty)
        #expect(machine.state == .results(term: "ab", items: []))
    }

    @Test("going back to the shown term before the delay ends cancels the newer one, and keeps the results")
    mutating func back() throws {
        let first = try #require(start("ab"))
        _ = machine.delayPassed(first)
        _ = machine.receive(.success(["b"]), for: first)
        let second = try #require(start("abc"))
        let actions = machine.enter("ab")
        guard actions.count == 1, case .cancel? = actions.first else {
            Issue.record("\(actions)")
            return
        }
        #expect(machine.delayPassed(second) == nil)
        #expect(machine.state == .results(term: "ab", items: ["b"]))
    }

    @Test("a failed term has no items, and can be searched again")
    mutating func failure() throws {
        let first = try #require(start("ab"))
        _ = machine.delayPassed(first)
        _ = machine.receive(.failure(.refused("no")), for: first)
        #expect(machine.state == .failed(term: "ab", .refused("no")))
        #expect(machine.state.items.isEmpty)
        let second = try #require(start("ab"))
        _ = machine.delayPassed(second)
        _ = machine.receive(.success(["b"]), for: second)
        #expect(machine.state.items == ["b"])
    }

    @Test("clearing shows nothing at once and cancels the request", arguments: ["", "a", "  "])
    mutating func clear(text: String) throws {
        let request = try #require(start("ab"))
        _ = machine.delayPassed(request)
        #expect(machine.enter(text).count == 2)
        #expect(machine.state == .idle)
        #expect(machine.receive(.success(["stale"]), for: request).isEmpty)
        #expect(machine.state == .idle)
    }

    /// Starts the request for `text`, and checks whether it cancels another one.
    private mutating func start(_ text: String, cancelling: Bool = false) -> Machine.Request? {
        var (started, cancelled): (Machine.Request?, Bool) = (nil, false)
        for action in machine.enter(text) {
            switch action {
            case .cancel: cancelled = true
            case .start(let request): started = request
            case .publish: break
            }
        }
        #expect(cancelled == cancelling)
        return started
    }
}

@Suite("Search as you type on random walks", .timeLimit(.minutes(10)))
struct LiveSearchWalkTests {
    @Test("one request runs at most, and the state is about the text in the field", arguments: 0..<200)
    func walk(seed: UInt64) {
        var walk = Walk(seed: seed)
        for _ in 0..<200 {
            walk.step()
            #expect((0...1).contains(walk.running))
            let text = walk.text
            switch walk.machine.state {
            case .idle: break
            case .searching(let term): #expect(term == text)
            // The last outcome stays while the next term waits for its delay.
            case .results(let term, let items): #expect(items == [term] && (term == text || walk.running == 1))
            case .failed(let term, let error):
                #expect(error == .refused(term) && (term == text || walk.running == 1))
            }
            if text.count < 2 { #expect(walk.machine.state == .idle && walk.running == 0) }
        }
    }
}

/// Keystrokes, ends of delays and responses in any order, also of requests that were cancelled.
private struct Walk {
    typealias Machine = LiveSearchMachine<String, FakeFailure>

    var machine = Machine(minimumLength: 2)
    var text = ""
    /// The requests that were started, minus those that were cancelled or have a response.
    var running = 0
    private var waiting: [Machine.Request] = []
    private var sent: [Machine.Request] = []
    private var random: SeededRandomSource

    init(seed: UInt64) {
        random = SeededRandomSource(seed: seed)
    }

    mutating func step() {
        switch random.index(below: 3) {
        case 0:
            text = ["", "a", "ab", "abc", "abcd"][random.index(below: 5)]
            apply(machine.enter(text))
        case 1 where !waiting.isEmpty:
            let request = waiting.remove(at: random.index(below: waiting.count))
            guard let actions = machine.delayPassed(request) else { return }
            sent.append(request)
            apply(actions)
        case 2 where !sent.isEmpty:
            let request = sent.remove(at: random.index(below: sent.count))
            let succeeds = random.index(below: 2) == 0
            let actions = machine.receive(
                succeeds ? .success([request.term]) : .failure(.refused(request.term)), for: request)
            if !actions.isEmpty { running -= 1 }
            apply(actions)
        default: break
        }
    }

    private mutating func apply(_ actions: [Machine.Action]) {
        for action in actions {
            switch action {
            case .cancel: running -= 1
            case .start(let request):
                running += 1
                waiting.append(request)
            case .publish: break
            }
        }
    }
}

extension RandomSource {
    fileprivate func index(below limit: Int) -> Int {
        Int(next() % UInt64(limit))
    }
}
