public import Networking
import Primitives

/// The results of a subscription, until the server completes it.
///
/// Each `next` event is one result. An event that can't be decoded is a failure of its own, and the subscription
/// continues. After a lost connection, the operation is sent again with the last event's id; a server without ids
/// starts it from the beginning. A result with the code `UNAUTHENTICATED` and without data refreshes the credential, and
/// the operation is sent once more.
///
/// Leaving the loop or cancelling its task ends the exchange at once. Each iteration is a subscription of its own.
public struct GraphQLSubscription<Value: Decodable & Sendable>: AsyncSequence, Sendable {
    public typealias Element = Result<GraphQLResult<Value>, NetworkError>
    public typealias Failure = NetworkError

    typealias Events = EventStream<GraphQLResult<Value>>

    private var policy: EventStreamPolicy
    private let connect: @Sendable (EventStreamPolicy) -> Result<Events, NetworkError>

    init(
        policy: EventStreamPolicy, connect: @escaping @Sendable (EventStreamPolicy) -> Result<Events, NetworkError>
    ) {
        var policy = policy
        policy.endsWithResponse = true
        (self.policy, self.connect) = (policy, connect)
    }

    public func makeAsyncIterator() -> Iterator {
        Iterator(subscription: self)
    }

    /// Reads a ``GraphQLSubscription``.
    public struct Iterator: AsyncIteratorProtocol {
        private var subscription: GraphQLSubscription
        private var events: Events.Iterator?
        private var isEnded = false

        fileprivate init(subscription: GraphQLSubscription) {
            self.subscription = subscription
        }

        /// Waits for the next result. Returns `nil` after the server has completed the subscription. Throws the last
        /// failure if the subscription can't be continued.
        public mutating func next() async throws(NetworkError) -> Element? {
            try await next(isolation: #isolation)
        }

        public mutating func next(isolation actor: isolated (any Actor)?) async throws(NetworkError) -> Element? {
            guard !isEnded else { return nil }
            // Everything except a result ends the subscription, even an error.
            isEnded = true
            defer { if isEnded { events = nil } }
            while let event = try await nextEvent(isolation: actor), event.type != "complete" {
                // Servers that do not implement the protocol send results as plain messages.
                guard event.type == "next" || event.type == "message" else { continue }
                let result = await Self.result(of: event, isolation: actor)
                // A credential that was just refreshed is not refreshed again, and its refusal is the result.
                guard case .success(let refusal) = result, refusal.refusesCredential,
                    try await event.refreshRefusedCredential()
                else {
                    isEnded = false
                    return result
                }
                events = nil
                subscription.policy.lastEventID = event.lastEventID
            }
            return nil
        }

        private mutating func nextEvent(
            isolation actor: isolated (any Actor)?
        ) async throws(NetworkError) -> Events.Element? {
            var reading: Events.Iterator
            if let events { reading = events } else { reading = try connected() }
            defer { events = reading }
            return try await reading.next(isolation: actor)
        }

        private func connected() throws(NetworkError) -> Events.Iterator {
            let events = try subscription.connect(subscription.policy).get()
            return events.makeAsyncIterator()
        }

        private static func result(of event: Events.Element, isolation actor: isolated (any Actor)?) async -> Element {
            do throws(NetworkError) {
                return .success(try await event.value)
            } catch {
                return .failure(error)
            }
        }
    }
}

extension GraphQLResult {
    fileprivate var refusesCredential: Bool {
        value == nil && errors.contains { $0.code == "UNAUTHENTICATED" }
    }
}

extension GraphQLSession {
    /// Subscribes to `operation` over server-sent events (GraphQL over SSE, distinct connections mode). Nothing is sent
    /// until the first result is requested.
    ///
    /// ```swift
    /// for try await result in graphQL.subscribe(to: .ratings(of: 84)) {
    ///     switch result {
    ///     case .success(let result): show(result)
    ///     case .failure(let error): report(error)  // this event only
    ///     }
    /// }
    /// ```
    ///
    /// - Parameter policy: when the subscription reconnects. Its `endsWithResponse` has no effect: the subscription
    ///   always ends with the server's response, because not every server sends a `complete` event.
    public func subscribe<Value>(
        to operation: GraphQLOperation<Access, Value>, policy: EventStreamPolicy = EventStreamPolicy()
    ) -> GraphQLSubscription<Value> {
        GraphQLSubscription(policy: policy) { policy in
            do throws(NetworkError) {
                return .success(session.events(from: try subscription(operation), policy: policy))
            } catch {
                return .failure(error)
            }
        }
    }

    private func subscription<Value>(
        _ operation: GraphQLOperation<Access, Value>
    ) throws(NetworkError) -> Endpoint<Access, GraphQLResult<Value>> {
        guard operation.kind == .subscription else {
            throw invalid(InvalidRequest(reason: "Use execute(_:) for a \(operation.kind.rawValue)."), operation)
        }
        let encoded = try encode(operation)
        do throws(InvalidRequest) {
            return Endpoint(
                .post, path, body: try encoded.body(.document, boundary: session.client.identifiers.next()),
                idempotency: .always, response: .graphQL(operation, coding: session.client.coding),
                operation: operation.label)
        } catch {
            throw invalid(error, operation)
        }
    }
}
