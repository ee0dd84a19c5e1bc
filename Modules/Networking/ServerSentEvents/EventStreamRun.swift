import Foundation
import HTTPTypes
import Primitives

/// Executes the steps of the ``EventStreamMachine`` for one reader. Releasing the run ends the exchange.
final class EventStreamRun {
    private let client: Client
    private let policy: EventStreamPolicy
    private let route: @Sendable () -> Result<Call, NetworkError>
    private var machine: EventStreamMachine
    private var parser: EventStreamParser
    private var call: Call?
    private var body: BodyReader?
    private var isEnded = false

    init(
        _ client: Client, _ policy: EventStreamPolicy, _ route: @escaping @Sendable () -> Result<Call, NetworkError>
    ) {
        self.client = client
        self.policy = policy
        self.route = route
        machine = EventStreamMachine(policy)
        parser = EventStreamParser(limit: policy.eventLimit, lastEventID: policy.lastEventID)
    }

    deinit {
        // The reader has left its loop.
        guard !isEnded else { return }
        endBody()
        call?.reportEnd(Result<Void, NetworkError>.success(()))
    }

    /// The next event and the call that received it; `nil` after the end.
    func next() async throws(NetworkError) -> (EventStreamParser.Message, Call)? {
        guard !isEnded else { return nil }
        do throws(NetworkError) {
            let call = try start()
            if let message = try await receive(for: call) { return (message, call) }
            end(.success(()))
            return nil
        } catch {
            end(.failure(error))
            throw error
        }
    }

    private func start() throws(NetworkError) -> Call {
        if let call { return call }
        let new = try route().get()
        call = new
        new.reportStart()
        return new
    }

    private func end(_ outcome: Result<Void, NetworkError>) {
        isEnded = true
        endBody()
        call?.reportEnd(outcome)
    }

    private func endBody() {
        if body != nil { call?.context.report(.bodyEnded) }
        body = nil
    }

    private func receive(for call: Call) async throws(NetworkError) -> EventStreamParser.Message? {
        while true {
            guard !Task.isCancelled else { throw call.context.error(.cancelled, call.request) }
            if let message = try parse(for: call) { return message }
            switch await step(call) {
            case .read, .readFailure: continue
            case .reconnect(let delay, let cause): try await wait(delay, because: cause, for: call)
            case .finish: return nil
            case .fail(let cause): throw call.context.error(cause, call.request)
            }
        }
    }

    private func parse(for call: Call) throws(NetworkError) -> EventStreamParser.Message? {
        do throws(EventStreamParser.EventTooLarge) {
            return try parser.next()
        } catch {
            throw call.context.error(.transport(.responseTooLarge(limit: policy.eventLimit)), call.request)
        }
    }

    /// Connects, or receives the next piece of the body.
    private func step(_ call: Call) async -> EventStreamMachine.Step {
        guard let body else { return await connect(call) }
        if let time = parser.reconnectionTime { machine.setReconnectionTime(time) }
        switch await body.next(within: policy.idleTimeout, on: call.context.time) {
        case .success(let piece?):
            machine.received()
            parser.receive(piece)
            return .read
        case .success(nil): return machine.ended(draw: policy.random.nextUnit())
        case .failure(let error): return lost(call.context.error(NetworkError.Cause(error), call.request))
        }
    }

    private func connect(_ call: Call) async -> EventStreamMachine.Step {
        var call = call
        call.request.headerFields[.lastEventID] = parser.sendableEventID
        do throws(NetworkError) {
            let response = try await client.pipeline.send(call)
            let step = machine.responded(response.head)
            switch step {
            case .read:
                parser = EventStreamParser(limit: policy.eventLimit, lastEventID: parser.lastEventID)
                body = BodyReader(response.body.stream)
            case .readFailure:
                let failure = await client.failure(of: response, for: call)
                return lost(call.context.error(.status(failure), call.request))
            case .reconnect, .finish, .fail: break
            }
            return step
        } catch {
            return lost(error)
        }
    }

    private func lost(_ error: NetworkError) -> EventStreamMachine.Step {
        machine.lost(error, draw: policy.random.nextUnit())
    }

    private func wait(
        _ delay: Duration, because cause: NetworkError.Cause?, for call: Call
    ) async throws(NetworkError) {
        endBody()
        guard call.body.isReplayable else {
            throw call.context.error(cause ?? .transport(.connectionLost), call.request)
        }
        call.context.report(.eventStream(.reconnecting(after: delay, because: cause)))
        do {
            try await call.context.time.sleep(for: delay)
        } catch {
            throw call.context.error(.cancelled, call.request)
        }
    }
}

extension EventStreamParser {
    /// The value of `Last-Event-ID`; `nil` for none, and for an id that no server would accept as a header.
    fileprivate var sendableEventID: String? {
        let isSendable = !lastEventID.isEmpty && lastEventID.utf8.count <= 8192 && HTTPField.isValidValue(lastEventID)
        return isSendable ? lastEventID : nil
    }
}

extension HTTPField.Name {
    /// The field for the id of the last event (WHATWG HTML, section 9.2.4).
    // The name is a valid token, so the initializer can't fail; the fallback is never sent.
    fileprivate static var lastEventID: HTTPField.Name { HTTPField.Name("Last-Event-ID") ?? .from }
}

/// Reads a streamed body in a task of its own, so that a timer can end a read that waits too long.
actor BodyReader {
    private var iterator: ByteStream.Iterator

    init(_ body: ByteStream) {
        iterator = body.makeAsyncIterator()
    }

    /// The next piece; `nil` at the end. Fails with ``TransportError/idleTimeout`` if nothing arrives within `limit`.
    nonisolated func next(
        within limit: Duration?, on time: any TimeSource
    ) async -> Result<Data?, TransportError> {
        guard let limit else { return await next() }
        let deadline = Deadline(.attempt(limit), from: time.monotonicTime)
        let (result, isLate) = await deadline.outcome(on: time) { await self.next() }
        if isLate, case .failure = result { return .failure(.idleTimeout) }
        return result
    }

    private func next() async -> Result<Data?, TransportError> {
        var reading = iterator
        defer { iterator = reading }
        do throws(TransportError) {
            return .success(try await reading.next(isolation: self))
        } catch {
            return .failure(error)
        }
    }
}
