import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Synchronization
import Testing

@Suite("Event streams", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct EventStreamTests {
    let clock = ManualClock()
    let monitor = MockEventMonitor()

    var policy: EventStreamPolicy {
        var policy = EventStreamPolicy()
        policy.random = SteadyRandom(0)
        return policy
    }

    func makeSession(
        _ transport: any Transport, interceptors: [any Interceptor] = []
    ) throws -> Session<TestGuest> {
        try Session.guest(over: transport, through: interceptors, time: clock, monitor: monitor)
    }

    /// Advances the clock through `count` waits before a reconnect, and returns them.
    func passWaits(_ count: Int) async -> [Duration] {
        var waits: [Duration] = []
        for number in 1...count {
            await monitor.waitForEvents(number) { $0.name == "eventStream" }
            await clock.waitForSleepers(1)
            waits.append(await clock.advanceToNextDeadline())
        }
        return waits
    }

    /// Reads a stream that ends after `waits` reconnects, and returns type, id and data of its events.
    func read(
        from transport: any Transport, by policy: EventStreamPolicy? = nil, passing waits: Int,
        of wait: Duration = .seconds(1)
    ) async throws -> [String] {
        let (session, policy) = (try makeSession(transport), policy ?? self.policy)
        let task = Task {
            var found: [String] = []
            for try await event in session.events(from: .item, policy: policy) {
                found.append("\(event.type) \(event.lastEventID) \(event.data)")
            }
            return found
        }
        #expect(await passWaits(waits) == Array(repeating: wait, count: waits))
        return try await task.value
    }

    func lastEventIDs(_ transport: MockTransport) -> [String?] {
        transport.requests.map { $0.headerFields[HTTPField.Name("Last-Event-ID") ?? .from] }
    }

    @Test("events arrive with type, data and id, over connections that continue after the last id")
    func reconnect() async throws {
        let transport = MockTransport(
            .events("id: 1\ndata: pen\n\nid: 2\nevent: add\ndata: ink\n\n"),
            .events("data: cap\n\nid: ü\n\nid: 9\ndata: lost"), .empty(.noContent))
        #expect(try await read(from: transport, passing: 2) == ["message 1 pen", "add 2 ink", "message 2 cap"])
        #expect(lastEventIDs(transport) == [nil, "2", "ü"])
        for request in transport.requests {
            #expect(request.headerFields[.accept] == "text/event-stream")
            #expect(request.headerFields[.cacheControl] == "no-store")
        }
        #expect(monitor.names.filter { $0 == "eventStream" }.count == 2)
        #expect(monitor.names.first == "started" && monitor.names.last == "finished")
    }

    @Test("a stored id and the server's retry time apply")
    func storedID() async throws {
        let transport = MockTransport(
            .success(.events("retry: 5000\n: hello\n\n")), .failure(.connectionRefused), .success(.empty(.noContent)))
        var policy = policy
        policy.lastEventID = "41"
        #expect(try await read(from: transport, by: policy, passing: 2, of: .seconds(5)) == [])
        #expect(lastEventIDs(transport) == ["41", "41", "41"])
    }

    @Test("an id that is no header value, or longer than 8 KB, is not sent", arguments: [("a\u{1}b", 1), ("x", 8193)])
    func unsendableID(text: String, count: Int) async throws {
        let id = String(repeating: text, count: count)
        let transport = MockTransport(.events("id: \(id)\ndata: 1\n\n"), .empty(.noContent))
        #expect(try await read(from: transport, passing: 1) == ["message \(id) 1"])
        #expect(lastEventIDs(transport) == [nil, nil])
    }

    @Test("an event that can't be decoded fails alone, and the stream continues")
    func badEvent() async throws {
        let body = "data: {\"name\":\"pen\"}\n\ndata: <html>\n\ndata: {}\n\ndata: {\"name\":\"ink\"}\n\n"
        var policy = policy
        policy.endsWithResponse = true
        let session = try makeSession(MockTransport(.events(body)))
        var found: [String] = []
        for try await event in session.events(from: .item, policy: policy) {
            do throws(NetworkError) {
                found.append(try await event.value.name)
            } catch {
                found.append(error.cause.name)
            }
        }
        #expect(found == ["pen", "decoding", "decoding", "ink"])
    }

    @Test("connections that send a head and no byte use up the reconnects")
    func empty() async throws {
        var policy = policy
        policy.reconnects = 2
        let session = try makeSession(FakeTransport { _ in .events(ScriptedBytes()) })
        let task = Task { [policy] in for try await _ in session.events(from: .item, policy: policy) {} }
        _ = await passWaits(2)
        // The third connection ends the stream. If it waited once more, the cancellation would end it instead.
        await monitor.waitForEvents(3) { ["eventStream", "failed"].contains($0.name) }
        task.cancel()
        await expectError(.transport(.connectionLost)) { try await task.value }
    }

    @Test("silence longer than the idle timeout reconnects, and comments prevent it")
    func idle() async throws {
        let (first, second, watch) = (Gate(), Gate(), BodyWatch())
        let isFirst = Atomic(true)
        let server = FakeTransport { _ in
            guard isFirst.exchange(false, ordering: .relaxed) else { return .empty(.noContent) }
            let hi = Data(": hi\n".utf8)
            return .events(ScriptedBytes([.piece(hi), .pass(first), .piece(hi), .pass(second)], watchedBy: watch))
        }
        let session = try makeSession(server)
        let task = Task {
            for try await _ in session.events(from: .item, policy: policy) { Issue.record("no event was sent") }
        }
        await clock.waitForSleepers(1)
        #expect(clock.deadlines == [.seconds(45)])
        clock.advance(by: .seconds(44))
        first.open()
        await second.waitForArrivals(1)
        await clock.waitForSleepers(1)
        #expect(clock.deadlines == [.seconds(89)])
        clock.advance(by: .seconds(45))
        _ = await passWaits(1)
        try await task.value
        #expect(!watch.isHeld)
        let timeout = EventStreamDecision.reconnecting(after: .seconds(1), because: .transport(.idleTimeout))
        #expect(monitor.events.map(\.kind).contains(.eventStream(timeout)))
    }

    @Test("nothing is read before the reader requests it")
    func backPressure() async throws {
        let (first, second) = (Gate(isOpen: true), Gate(isOpen: true))
        let body = ScriptedBytes(
            .pass(first), .piece(Data("data: 1\n\ndata: 2\n\n".utf8)), .pass(second), .piece(Data("data: 3\n\n".utf8)))
        let transport = MockTransport(.events(body))
        let session = try makeSession(transport)
        var reader = session.events(from: .item, policy: policy).makeAsyncIterator()
        #expect(transport.requests.isEmpty)
        for data in ["1", "2"] { #expect(try await reader.next()?.data == data) }
        #expect(first.arrivals == 1 && second.arrivals == 0)
        #expect(try await reader.next()?.data == "3")
        #expect(second.arrivals == 1)
    }

    @Test("a cancelled reader gets no further event, even of those that have arrived")
    func cancelBetweenEvents() async throws {
        let session = try makeSession(
            MockTransport(.data(Data("data: 1\n\ndata: 2\n\n".utf8), fields: [.contentType: "text/event-stream"])))
        let task = Task {
            for try await event in session.events(from: .item, policy: policy) {
                #expect(event.data == "1")
                withUnsafeCurrentTask { $0?.cancel() }
            }
        }
        await expectError(.cancelled) { try await task.value }
    }

    @Test("cancelling the reader ends the exchange, also while it waits for a reconnect", arguments: [true, false])
    func cancel(isConnected: Bool) async throws {
        let (gate, watch) = (Gate(), BodyWatch())
        let session = try makeSession(
            FakeTransport { _ throws(TransportError) in
                guard isConnected else { throw .connectionRefused }
                return .events(ScriptedBytes([.piece(Data("data: 1\n\n".utf8)), .pass(gate)], watchedBy: watch))
            })
        let task = Task {
            for try await _ in session.events(from: .item, policy: policy) {}
        }
        if isConnected { await gate.waitForArrivals(1) }
        await clock.waitForSleepers(1)
        task.cancel()
        await expectError(.cancelled) { try await task.value }
        #expect(!watch.isHeld)
        #expect(clock.deadlines.isEmpty)
        #expect(monitor.names.last == "failed")
    }

    @Test("through the standard pipeline, a stream outlives every deadline, and no response is cached")
    func standardPipeline() async throws {
        let gate = Gate()
        let body = ScriptedBytes(
            .piece(Data("data: 1\n\n".utf8)), .pass(gate), .piece(Data("data: 2\n\n".utf8)))
        let pipeline = Pipeline.standard(
            over: MockTransport(.events(body)), health: OriginHealth(random: SteadyRandom(0)),
            random: SteadyRandom(0))
        let client = Client(
            environment: try .fixture(), coding: PlainJSONBodyCoding(), pipeline: pipeline, time: clock,
            identifiers: SequentialIdentifierSource())
        var policy = policy
        policy.idleTimeout = nil
        var reader = client.session(for: TestGuest.self).events(from: .item, policy: policy).makeAsyncIterator()
        #expect(try await reader.next()?.data == "1")
        #expect(clock.deadlines.isEmpty)
        clock.advance(by: .seconds(86_400))
        gate.open()
        #expect(try await reader.next()?.data == "2")
    }
}

extension ServerResponse {
    static func events(_ text: String) -> ServerResponse {
        events(ScriptedBytes(.piece(Data(text.utf8))))
    }

    static func events(_ body: ScriptedBytes) -> ServerResponse {
        ServerResponse(
            head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/event-stream"]),
            body: .stream(ByteStream(body)))
    }
}

extension EventStreamTests {
    @Test("a temporary status is retried, and a final one is the error with the server's message")
    func statuses() async throws {
        let transport = MockTransport(
            .empty(.serviceUnavailable, fields: [.retryAfter: "7"]),
            .problem(#"{"detail":"No such feed."}"#, status: .notFound))
        let session = try makeSession(transport)
        let task = Task { for try await _ in session.events(from: .item, policy: policy) {} }
        #expect(await passWaits(1) == [.seconds(7)])
        await expectError(.status(HTTPFailure(status: 404, message: "No such feed."))) { try await task.value }
    }

    @Test("an event beyond the limit fails the stream and closes its connection")
    func tooLarge() async throws {
        let watch = BodyWatch()
        var policy = policy
        #expect(policy.eventLimit == 1_048_576)
        policy.eventLimit = 10
        let session = try makeSession(
            FakeTransport { _ in
                .events(ScriptedBytes([.piece(Data("data: 1\n\ndata: 1234567890\n\n".utf8))], watchedBy: watch))
            })
        var reader = session.events(from: .item, policy: policy).makeAsyncIterator()
        #expect(try await reader.next()?.data == "1")
        await expectError(.transport(.responseTooLarge(limit: 10))) { try await reader.next() }
        #expect(!watch.isHeld)
        #expect(try await reader.next() == nil)
    }

    @Test("the body of a failure that never ends is given up, and the status counts")
    func endlessFailure() async throws {
        let gate = Gate()
        let response = ServerResponse(
            head: HTTPResponse(status: .notFound), body: .stream(ByteStream(ScriptedBytes(.pass(gate)))))
        let session = try makeSession(MockTransport(response))
        let task = Task { for try await _ in session.events(from: .item, policy: policy) {} }
        await gate.waitForArrivals(1)
        await clock.advanceToNextDeadline()
        await expectError(.status(HTTPFailure(status: 404))) { try await task.value }
    }

    @Test("a request body that can be read once is not sent again")
    func oneShotBody() async throws {
        let stream = RequestBody.Streamed(length: 1, isReplayable: false) { ByteStream(Data("1".utf8)) }
        let transport = MockTransport(.events("data: 1\n\n"))
        let session = try makeSession(transport)
        await expectError(.transport(.connectionLost)) {
            for try await _ in session.events(
                from: .post(.stream(stream, contentType: "text/plain")), policy: policy)
            {}
        }
        #expect(transport.requests.count == 1)
    }
}
