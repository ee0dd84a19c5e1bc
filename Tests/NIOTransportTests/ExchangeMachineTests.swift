import Networking
import Testing

@testable import NIOTransport

@Suite("Exchange rules")
struct ExchangeMachineTests {
    private typealias Machine = ExchangeMachine<String, String, Int>

    private var machine = Machine()

    init() {
        let error = machine.begin("caller")
        #expect(error == nil)
    }

    @Test("a timer limits the wait for a connection until a connection sends the request")
    mutating func waiting() {
        let wait = machine.wait(1)
        #expect(wait == .timed)
        let run = machine.run(on: "connection")
        #expect(run == (true, 1))
    }

    @Test("a connection can send the request before the pool reports the wait")
    mutating func lateWait() {
        let run = machine.run(on: "connection")
        #expect(run == (true, nil))
        let wait = machine.wait(1)
        #expect(wait == .untimed)
    }

    /// Two threads report a wait: the caller's, for the first place in the queue, and the event loop's, for the second.
    @Test("a request that is queued again before its first wait is reported stays in the queue")
    mutating func queuedTwice() {
        let restart = machine.restart()
        #expect(restart == (true, nil))
        let second = machine.wait(2)
        #expect(second == .timed)
        let first = machine.wait(1)
        #expect(first == .untimed)
        let run = machine.run(on: "connection")
        #expect(run == (true, 2))
    }

    @Test("a request whose connection was closed waits for another one with a new timer")
    mutating func restarting() {
        _ = machine.wait(1)
        let waiting = machine.restart()
        #expect(waiting == (true, 1))
        _ = machine.run(on: "connection")
        let running = machine.restart()
        #expect(running == (true, nil))
        let wait = machine.wait(2)
        #expect(wait == .timed)
    }

    @Test("an ended exchange leaves the queue, uses no connection and keeps its first end")
    mutating func ending() {
        _ = machine.end(.connectTimeout)
        let wait = machine.wait(1)
        #expect(wait == .ended)
        let run = machine.run(on: "connection")
        #expect(run == (false, nil))
        let restart = machine.restart()
        #expect(restart == (false, nil))
        guard case .ended(.connectTimeout) = machine.end(.cancelled) else {
            Issue.record("a later end replaced the first one")
            return
        }
    }

    @Test("a call that was cancelled before it began fails when it begins")
    func cancelledEarly() {
        var machine = Machine()
        _ = machine.end(.cancelled)
        let error = machine.begin("caller")
        #expect(error == .cancelled)
    }
}
