import Foundation

/// The events of a server, over as many connections as needed (WHATWG HTML, section 9.2, "Server-sent events").
///
/// Nothing is sent until the first event is requested. The socket is read at the reader's pace, so at most one event
/// and a few hundred kilobytes are buffered. Leaving the loop or cancelling its task ends the exchange at once.
///
/// Each iterator is a stream of its own, with its own connections.
public struct EventStream<Value: Sendable>: AsyncSequence, Sendable {
    public typealias Element = ServerSentEvent<Value>
    public typealias Failure = NetworkError

    let client: Client
    let policy: EventStreamPolicy
    let route: @Sendable () -> Result<Call, NetworkError>
    let decode: @Sendable (Data, Call) async -> Result<Value, NetworkError>

    public func makeAsyncIterator() -> Iterator {
        Iterator(run: EventStreamRun(client, policy, route), decode: decode)
    }

    /// Reads an ``EventStream``.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let run: EventStreamRun
        fileprivate let decode: @Sendable (Data, Call) async -> Result<Value, NetworkError>

        /// Waits for the next event. Returns `nil` after the server has ended the stream (204). Throws the last failure
        /// if the stream can't be continued.
        public mutating func next() async throws(NetworkError) -> ServerSentEvent<Value>? {
            try await next(isolation: #isolation)
        }

        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(NetworkError) -> ServerSentEvent<Value>? {
            guard let (message, call) = try await run.next() else { return nil }
            return ServerSentEvent(message, of: call, decode: decode)
        }
    }
}
