import Testing

@testable import DependencyInjection

@Suite("Who makes and who waits")
struct CreationQueueTests {
    private typealias Queue = CreationQueue<String, Int>

    @Test("the first starts, the others wait, all are answered in order")
    func order() {
        var queue = Queue()
        #expect(queue.joins() == "start")
        for _ in 2...50 { #expect(queue.joins() == "wait") }
        #expect(queue.finish("value") == Array(1...50))
        #expect(queue.joins() == "made value")
        #expect(queue.finish("other").isEmpty)
    }

    @Test("after a failure the next one starts anew")
    func failure() {
        var queue = Queue()
        #expect(queue.joins() == "start")
        #expect(queue.joins() == "wait")
        #expect(queue.finish(nil) == [1, 2])
        #expect(queue.joins() == "start")
    }

    @Test("one who leaves is not answered; who joins an abandoned creation waits for it")
    func leaving() {
        var queue = Queue()
        #expect(queue.leave(ticket: 1) == nil)
        #expect(queue.joins() == "start")
        #expect(queue.leave(ticket: 1) == 1)
        #expect(queue.leave(ticket: 1) == nil)
        #expect(queue.joins() == "wait")
        #expect(queue.finish("value") == [2])
        #expect(queue.leave(ticket: 2) == nil)
    }

    @Test("one who leaves before joining starts nothing")
    func leavingFirst() {
        var queue = Queue()
        let ticket = queue.takeTicket()
        #expect(queue.leave(ticket: ticket) == nil)
        guard case .left = queue.join(ticket, ticket: ticket) else {
            Issue.record("a ticket that was given back was taken")
            return
        }
        #expect(queue.joins() == "start")
    }
}

extension CreationQueue<String, Int> {
    /// The waiter is its own ticket.
    fileprivate mutating func joins() -> String {
        let ticket = takeTicket()
        return switch join(ticket, ticket: ticket) {
        case .start: "start"
        case .wait: "wait"
        case .made(let value): "made \(value)"
        case .left: "left"
        }
    }
}
