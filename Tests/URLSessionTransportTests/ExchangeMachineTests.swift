import Foundation
import HTTPTypes
import Networking
import Testing

@testable import URLSessionTransport

@Suite("The course of an exchange, one step at a time")
struct ExchangeMachineTests {
    private let ok = HTTPResponse(status: .ok)
    private let bytes = Data("hello".utf8)

    private func course(
        _ method: HTTPRequest.Method = .get, decoded: Int = 1_000, unread: Int = 1_000, pause: Int? = nil
    ) -> Course {
        Course(
            ExchangeMachine(
                method: method, limits: BodyLimits(decoded: decoded, unread: unread, pause: pause), at: .zero))
    }

    @Test("head, bytes and end reach the caller in their order")
    func natural() {
        let machine = course()
        #expect(machine { $0.receive(ok, at: .zero) } == [.response(.success(ok))])
        #expect(machine { $0.receive(bytes, at: .zero) } == [])
        #expect(machine { $0.read(at: .zero) }.0 == .now(.success(bytes)))
        #expect(machine { $0.read(at: .zero) }.0 == .later)
        #expect(machine { $0.receive(bytes, at: .zero) } == [.deliver(.success(bytes))])
        #expect(machine { $0.read(at: .zero) }.0 == .later)
        #expect(machine { $0.complete(nil, head: ok) } == [.deliver(.success(nil)), .release])
        #expect(machine { $0.read(at: .zero) }.0 == .now(.success(nil)))
    }

    @Test("what was received before an error is read before the error shows")
    func failureBehindBytes() {
        let machine = course()
        _ = machine { $0.receive(ok, at: .zero) }
        _ = machine { $0.receive(bytes, at: .zero) }
        #expect(machine { $0.complete(.truncatedResponse, head: ok) } == [.release])
        #expect(machine { $0.read(at: .zero) }.0 == .now(.success(bytes)))
        #expect(machine { $0.read(at: .zero) }.0 == .now(.failure(.truncatedResponse)))
    }

    @Test("an ending by force shows at once, drops what was received, and cancels the task once")
    func forced() {
        let machine = course()
        _ = machine { $0.receive(ok, at: .zero) }
        _ = machine { $0.receive(bytes, at: .zero) }
        #expect(machine { $0.force(.closed) } == [.cancelTask, .release])
        #expect(machine { $0.force(.cancelled) } == [])
        #expect(machine { $0.read(at: .zero) }.0 == .now(.failure(.closed)))
        #expect(machine { $0.receive(bytes, at: .zero) } == [])
        #expect(machine { $0.complete(.connectionLost, head: ok) } == [])
        #expect(machine.state.failure == .closed)
    }

    @Test("an ending by force before the head is the caller's answer, and a head that comes later is late")
    func forcedBeforeHead() {
        let machine = course()
        #expect(machine { $0.force(.cancelled) } == [.response(.failure(.cancelled)), .cancelTask, .release])
        #expect(machine { $0.receive(ok, at: .zero) } == [])
    }

    @Test("a waiting reader hears of an ending by force")
    func forcedWhileReading() {
        let machine = course()
        _ = machine { $0.receive(ok, at: .zero) }
        _ = machine { $0.read(at: .zero) }
        #expect(machine { $0.force(.idleTimeout) } == [.deliver(.failure(.idleTimeout)), .cancelTask, .release])
    }

    @Test("a task that is over is not cancelled, and a body received to its end is still the reader's to refuse")
    func forcedBehindEnd() {
        let machine = course()
        _ = machine { $0.receive(ok, at: .zero) }
        _ = machine { $0.receive(bytes, at: .zero) }
        _ = machine { $0.complete(nil, head: ok) }
        #expect(machine { $0.force(.closed) } == [])
        #expect(machine { $0.read(at: .zero) }.0 == .now(.failure(.closed)))
    }

    @Test("a second reader at the same time is refused, and the first still gets its bytes")
    func twoReaders() {
        let machine = course()
        _ = machine { $0.receive(ok, at: .zero) }
        #expect(machine { $0.read(at: .zero).0 } == .later)
        guard case .now(.failure(.other)) = machine({ $0.read(at: .zero).0 }) else {
            Issue.record("expected a refusal")
            return
        }
        #expect(machine { $0.receive(bytes, at: .zero) } == [.deliver(.success(bytes))])
    }

    @Test("informational heads are passed over, and alone they are no answer")
    func informational() {
        let machine = course()
        let early = HTTPResponse(status: .earlyHints)
        #expect(machine { $0.receive(early, at: .zero) } == [])
        #expect(machine { $0.complete(nil, head: early) } == [.response(.failure(.connectionLost)), .release])
    }

    @Test("a head that was not told of is taken from the task at its end")
    func untoldHead() {
        let machine = course()
        let found = HTTPResponse(status: .found)
        #expect(machine { $0.complete(nil, head: found) } == [.response(.success(found)), .release])
        #expect(machine { $0.read(at: .zero) }.0 == .now(.success(nil)))
    }

    @Test("a challenge is the end of its answer, and the cancellation that follows is an echo")
    func challenge() {
        let machine = course()
        let refused = HTTPResponse(status: .unauthorized)
        _ = machine { $0.receive(refused, at: .zero) }
        _ = machine { $0.receive(bytes, at: .zero) }
        #expect(machine { $0.challenge(head: refused) } == [.release])
        #expect(machine { $0.complete(.closed, head: refused) } == [])
        #expect(machine { $0.read(at: .zero) }.0 == .now(.success(bytes)))
        #expect(machine { $0.read(at: .zero) }.0 == .now(.success(nil)))
    }

    @Test("a redirect is refused before a cancellation, after which the task is let alone; and not behind one")
    func redirect() {
        let first = course()
        #expect(first { $0.mayRefuseRedirect() })
        #expect(first { $0.force(.cancelled) } == [.response(.failure(.cancelled)), .release])

        let second = course()
        #expect(second { $0.force(.cancelled) }.contains(.cancelTask))
        #expect(!second { $0.mayRefuseRedirect() })
    }

    @Test(
        "a body shorter than announced is truncated, unless none belongs to the answer or it came encoded",
        arguments: [
            (HTTPRequest.Method.get, HTTPResponse(status: .ok, headerFields: [.contentLength: "10"]), true),
            (.get, HTTPResponse(status: .ok, headerFields: [.contentLength: "5"]), false),
            (.get, HTTPResponse(status: .ok, headerFields: [.contentLength: "5, 5"]), false),
            (.head, HTTPResponse(status: .ok, headerFields: [.contentLength: "10"]), false),
            (.get, HTTPResponse(status: .notModified, headerFields: [.contentLength: "10"]), false),
            (
                .get,
                HTTPResponse(status: .ok, headerFields: [.contentLength: "10", .contentEncoding: "gzip"]), false
            ),
        ])
    func truncation(method: HTTPRequest.Method, head: HTTPResponse, isTruncated: Bool) {
        let machine = course(method)
        _ = machine { $0.receive(head, at: .zero) }
        if method == .get, head.status == .ok { _ = machine { $0.receive(bytes, at: .zero) } }
        _ = machine { $0.complete(nil, head: head) }
        _ = machine { $0.read(at: .zero) }
        #expect(machine { $0.read(at: .zero) }.0 == .now(isTruncated ? .failure(.truncatedResponse) : .success(nil)))
    }

    @Test("a head with two lengths is refused")
    func lengths() {
        let machine = course()
        let actions = machine {
            $0.receive(HTTPResponse(status: .ok, headerFields: [.contentLength: "1, 2"]), at: .zero)
        }
        guard case .response(.failure(.invalidResponse)) = actions.first else {
            Issue.record("expected a refusal, got \(actions)")
            return
        }
        #expect(actions.contains(.cancelTask))
    }

    @Test("an encoded body is limited by what it becomes, a plain one by what waits")
    func limits() {
        let piece = Data(count: 600)
        let encoded = course(decoded: 1_000, unread: 10_000)
        _ = encoded { $0.receive(HTTPResponse(status: .ok, headerFields: [.contentEncoding: "gzip"]), at: .zero) }
        #expect(encoded { $0.receive(piece, at: .zero) } == [])
        _ = encoded { $0.read(at: .zero) }
        #expect(encoded { $0.receive(piece, at: .zero) } == [.cancelTask, .release])
        #expect(encoded.state.failure == .responseTooLarge(limit: 1_000))

        let plain = course(decoded: 1_000, unread: 1_000)
        _ = plain { $0.receive(ok, at: .zero) }
        for _ in 1...5 {
            #expect(plain { $0.receive(piece, at: .zero) } == [])
            _ = plain { $0.read(at: .zero) }
        }
        _ = plain { $0.receive(piece, at: .zero) }
        #expect(plain { $0.receive(piece, at: .zero) } == [.cancelTask, .release])
    }

    @Test("where the stack can pause, it does while enough waits, and goes on when that is read")
    func pausing() {
        let machine = course(pause: 4)
        _ = machine { $0.receive(ok, at: .zero) }
        #expect(machine { $0.receive(bytes, at: .zero) } == [.suspendTask])
        #expect(machine { $0.receive(bytes, at: .zero) } == [])
        #expect(machine { $0.checkIdle(limit: .seconds(1), at: .seconds(9)) }.next == .seconds(1))
        #expect(machine { $0.read(at: .seconds(9)) } == (.now(.success(bytes + bytes)), [.resumeTask]))
        #expect(machine { $0.checkIdle(limit: .seconds(1), at: .seconds(9.5)) }.next == .seconds(0.5))
    }

    @Test("silence counts from the last head, piece or sent bytes, and informational heads don't break it")
    func idle() {
        let machine = course()
        #expect(machine { $0.checkIdle(limit: .seconds(2), at: .seconds(1)) }.next == .seconds(1))
        machine { $0.sent(at: .seconds(1)) }
        #expect(machine { $0.checkIdle(limit: .seconds(2), at: .seconds(2)) }.next == .seconds(1))
        _ = machine { $0.receive(HTTPResponse(status: .earlyHints), at: .seconds(2)) }
        let (next, actions) = machine { $0.checkIdle(limit: .seconds(2), at: .seconds(3)) }
        #expect(next == nil)
        #expect(actions == [.response(.failure(.idleTimeout)), .cancelTask, .release])
    }
}

/// A machine that a step may change within `#expect`, which takes its operands as constants.
private final class Course {
    private(set) var state: ExchangeMachine

    init(_ state: ExchangeMachine) {
        self.state = state
    }

    func callAsFunction<Result>(_ step: (inout ExchangeMachine) -> Result) -> Result {
        step(&state)
    }
}
