import Foundation
import HTTPTypes
import Networking
import Testing

@testable import URLSessionTransport

@Suite("Exchange rules")
struct ExchangeMachineTests {
    private let ok = HTTPResponse(status: .ok)
    private let bytes = Data("hello".utf8)

    private func makeMachine(
        _ method: HTTPRequest.Method = .get, decoded: Int = 1_000, unread: Int = 1_000, pause: Int? = nil
    ) -> Course {
        Course(
            ExchangeMachine(
                method: method, limits: BodyLimits(decoded: decoded, unread: unread, pause: pause), at: .zero))
    }

    @Test("head, bytes and end reach the caller in order")
    func inOrder() {
        let machine = makeMachine()
        #expect(machine { $0.receive(ok, at: .zero) } == [.response(.success(ok))])
        #expect(machine { $0.receive(bytes, at: .zero) } == [])
        #expect(machine { $0.read(at: .zero) }.0 == .now(.success(bytes)))
        #expect(machine { $0.read(at: .zero) }.0 == .later)
        #expect(machine { $0.receive(bytes, at: .zero) } == [.deliver(.success(bytes))])
        #expect(machine { $0.read(at: .zero) }.0 == .later)
        #expect(machine { $0.complete(nil, head: ok) } == [.deliver(.success(nil)), .release])
        #expect(machine { $0.read(at: .zero) }.0 == .now(.success(nil)))
    }

    @Test("bytes received before an error are read before the error")
    func failureBehindBytes() {
        let machine = makeMachine()
        _ = machine { $0.receive(ok, at: .zero) }
        _ = machine { $0.receive(bytes, at: .zero) }
        #expect(machine { $0.complete(.truncatedResponse, head: ok) } == [.release])
        #expect(machine { $0.read(at: .zero) }.0 == .now(.success(bytes)))
        #expect(machine { $0.read(at: .zero) }.0 == .now(.failure(.truncatedResponse)))
    }

    @Test("a closed or cancelled exchange ends at once, drops the received bytes, and cancels the task once")
    func forced() {
        let machine = makeMachine()
        _ = machine { $0.receive(ok, at: .zero) }
        _ = machine { $0.receive(bytes, at: .zero) }
        #expect(machine { $0.force(.closed) } == [.cancelTask, .release])
        #expect(machine { $0.force(.cancelled) } == [])
        #expect(machine { $0.read(at: .zero) }.0 == .now(.failure(.closed)))
        #expect(machine { $0.receive(bytes, at: .zero) } == [])
        #expect(machine { $0.complete(.connectionLost, head: ok) } == [])
        #expect(machine.state.failure == .closed)
    }

    @Test("a cancellation before the head is the caller's result, and a later head is ignored")
    func forcedBeforeHead() {
        let machine = makeMachine()
        #expect(machine { $0.force(.cancelled) } == [.response(.failure(.cancelled)), .cancelTask, .release])
        #expect(machine { $0.receive(ok, at: .zero) } == [])
    }

    @Test("a waiting reader is resumed by a cancellation")
    func forcedWhileReading() {
        let machine = makeMachine()
        _ = machine { $0.receive(ok, at: .zero) }
        _ = machine { $0.read(at: .zero) }
        #expect(machine { $0.force(.idleTimeout) } == [.deliver(.failure(.idleTimeout)), .cancelTask, .release])
    }

    @Test("a finished task is not cancelled, and the reader can still reject a complete body")
    func forcedBehindEnd() {
        let machine = makeMachine()
        _ = machine { $0.receive(ok, at: .zero) }
        _ = machine { $0.receive(bytes, at: .zero) }
        _ = machine { $0.complete(nil, head: ok) }
        #expect(machine { $0.force(.closed) } == [])
        #expect(machine { $0.read(at: .zero) }.0 == .now(.failure(.closed)))
    }

    @Test("a second concurrent reader is rejected, and the first still receives its bytes")
    func twoReaders() {
        let machine = makeMachine()
        _ = machine { $0.receive(ok, at: .zero) }
        #expect(machine { $0.read(at: .zero).0 } == .later)
        guard case .now(.failure(.other)) = machine({ $0.read(at: .zero).0 }) else {
            Issue.record("expected a refusal")
            return
        }
        #expect(machine { $0.receive(bytes, at: .zero) } == [.deliver(.success(bytes))])
    }

    @Test("informational heads are skipped, and alone they are not a response")
    func informational() {
        let machine = makeMachine()
        let early = HTTPResponse(status: .earlyHints)
        #expect(machine { $0.receive(early, at: .zero) } == [])
        #expect(machine { $0.complete(nil, head: early) } == [.response(.failure(.connectionLost)), .release])
    }

    @Test("a head that URLSession did not report is read from the finished task")
    func unreportedHead() {
        let machine = makeMachine()
        let found = HTTPResponse(status: .found)
        #expect(machine { $0.complete(nil, head: found) } == [.response(.success(found)), .release])
        #expect(machine { $0.read(at: .zero) }.0 == .now(.success(nil)))
    }

    @Test("an authentication challenge ends its response, and the cancellation after it is ignored")
    func challenge() {
        let machine = makeMachine()
        let refused = HTTPResponse(status: .unauthorized)
        _ = machine { $0.receive(refused, at: .zero) }
        _ = machine { $0.receive(bytes, at: .zero) }
        #expect(machine { $0.challenge(head: refused) } == [.release])
        #expect(machine { $0.complete(.closed, head: refused) } == [])
        #expect(machine { $0.read(at: .zero) }.0 == .now(.success(bytes)))
        #expect(machine { $0.read(at: .zero) }.0 == .now(.success(nil)))
    }

    @Test("a redirect is rejected before its task is cancelled, and never after a cancellation")
    func redirect() {
        let first = makeMachine()
        #expect(first { $0.mayRefuseRedirect() })
        #expect(first { $0.force(.cancelled) } == [.response(.failure(.cancelled)), .release])

        let second = makeMachine()
        #expect(second { $0.force(.cancelled) }.contains(.cancelTask))
        #expect(!second { $0.mayRefuseRedirect() })
    }

    @Test(
        "a body shorter than announced is truncated, unless the response has no body or was encoded",
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
        let machine = makeMachine(method)
        _ = machine { $0.receive(head, at: .zero) }
        if method == .get, head.status == .ok { _ = machine { $0.receive(bytes, at: .zero) } }
        _ = machine { $0.complete(nil, head: head) }
        _ = machine { $0.read(at: .zero) }
        #expect(machine { $0.read(at: .zero) }.0 == .now(isTruncated ? .failure(.truncatedResponse) : .success(nil)))
    }

    @Test("a head with two lengths is rejected")
    func lengths() {
        let machine = makeMachine()
        let actions = machine {
            $0.receive(HTTPResponse(status: .ok, headerFields: [.contentLength: "1, 2"]), at: .zero)
        }
        guard case .response(.failure(.invalidResponse)) = actions.first else {
            Issue.record("expected a refusal, got \(actions)")
            return
        }
        #expect(actions.contains(.cancelTask))
    }

    @Test("an encoded body is limited by its decoded size, and any other by its unread bytes")
    func limits() {
        let piece = Data(count: 600)
        let encoded = makeMachine(decoded: 1_000, unread: 10_000)
        _ = encoded { $0.receive(HTTPResponse(status: .ok, headerFields: [.contentEncoding: "gzip"]), at: .zero) }
        #expect(encoded { $0.receive(piece, at: .zero) } == [])
        _ = encoded { $0.read(at: .zero) }
        #expect(encoded { $0.receive(piece, at: .zero) } == [.cancelTask, .release])
        #expect(encoded.state.failure == .responseTooLarge(limit: 1_000))

        let plain = makeMachine(decoded: 1_000, unread: 1_000)
        _ = plain { $0.receive(ok, at: .zero) }
        for _ in 1...5 {
            #expect(plain { $0.receive(piece, at: .zero) } == [])
            _ = plain { $0.read(at: .zero) }
        }
        _ = plain { $0.receive(piece, at: .zero) }
        #expect(plain { $0.receive(piece, at: .zero) } == [.cancelTask, .release])
    }

    @Test("the task is suspended while too many bytes are unread, and resumed when they are read")
    func pausing() {
        let machine = makeMachine(pause: 4)
        _ = machine { $0.receive(ok, at: .zero) }
        #expect(machine { $0.receive(bytes, at: .zero) } == [.suspendTask])
        #expect(machine { $0.receive(bytes, at: .zero) } == [])
        #expect(machine { $0.checkIdle(limit: .seconds(1), at: .seconds(9)) }.next == .seconds(1))
        #expect(machine { $0.read(at: .seconds(9)) } == (.now(.success(bytes + bytes)), [.resumeTask]))
        #expect(machine { $0.checkIdle(limit: .seconds(1), at: .seconds(9.5)) }.next == .seconds(0.5))
    }

    @Test("the idle time starts with the last head, piece or sent bytes, and informational heads don't restart it")
    func idle() {
        let machine = makeMachine()
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
