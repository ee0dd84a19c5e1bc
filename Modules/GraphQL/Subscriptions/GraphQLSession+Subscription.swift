public import Networking
import Primitives

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
