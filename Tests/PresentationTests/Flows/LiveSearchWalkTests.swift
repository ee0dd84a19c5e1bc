import Primitives
import TestSupport
import Testing

@testable import Presentation

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
