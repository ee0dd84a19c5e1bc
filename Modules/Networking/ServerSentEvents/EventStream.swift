import Foundation
import HTTPTypes
public import Primitives

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

/// One event of an ``EventStream`` (WHATWG HTML, section 9.2).
public struct ServerSentEvent<Value: Sendable>: Sendable {
    /// The event's type; `message` if the server sends none.
    public let type: String
    /// The event's text, with its lines joined by a line feed. Bytes that are not UTF-8 are replaced by U+FFFD.
    public let data: String
    /// The id of this event, or of the last one that had an id; empty for none. Store it to continue the stream later
    /// (``EventStreamPolicy/lastEventID``).
    public let lastEventID: String
    private let call: Call
    private let decode: @Sendable (Data, Call) async -> Result<Value, NetworkError>

    init(
        _ message: EventStreamParser.Message, of call: Call,
        decode: @escaping @Sendable (Data, Call) async -> Result<Value, NetworkError>
    ) {
        (type, data, lastEventID) = (message.type, message.data, message.lastEventID)
        (self.call, self.decode) = (call, decode)
    }

    /// ``data``, decoded as the endpoint declares. Throws ``NetworkError/Cause/decoding(_:)`` for this event only: the
    /// stream continues.
    public var value: Value {
        get async throws(NetworkError) { try await decode(Data(data.utf8), call).get() }
    }

    /// Refreshes the credential of the connection, which the server has refused with this event. Returns whether a new
    /// connection would use a newer credential.
    package func refreshRefusedCredential() async throws(NetworkError) -> Bool {
        try await call.refreshRefusedCredential()
    }
}

/// When an event stream reconnects, and how large its events may be.
public struct EventStreamPolicy: Sendable {
    /// How many times in a row the stream reconnects without receiving a byte before it fails. A connection that has
    /// received a byte resets the count, so a stream without news can stay open for days. With 0, the first loss ends
    /// the stream.
    public var reconnects = 10
    /// The shortest wait before a reconnect, until the server sets another one with `retry`. A server's wait is limited
    /// to 100 ms … 1 hour.
    public var reconnectionTime: Duration = .seconds(1)
    /// The upper bound of the random delay, unless the server's wait is longer. The bound starts at twice the
    /// reconnection time and doubles with each failure in a row.
    public var longestDelay: Duration = .seconds(30)
    /// How long a connection may stay silent before it counts as lost; `nil` for no limit. Comments count as bytes. The
    /// standard recommends a comment every 15 seconds, so the default of 45 seconds tolerates two missing comments.
    public var idleTimeout: Duration? = .seconds(45)
    /// The largest event, in bytes. A larger one fails the stream with
    /// ``Networking/TransportError/responseTooLarge(limit:)``. Default 1 MiB.
    public var eventLimit = 1024 * 1024
    /// The id after which the stream starts (`Last-Event-ID`), such as one that the app has stored; empty for none.
    public var lastEventID = ""
    /// Whether the stream ends when the server completes a response. Otherwise it reconnects, as the standard requires.
    public var endsWithResponse = false
    /// The source of the random delays.
    public var random: any RandomSource = SystemRandomSource()

    /// A policy with the default values.
    public init() {}
}

extension Session {
    /// The events that the server sends for `endpoint` (WHATWG HTML, "Server-sent events"). The endpoint's response
    /// describes the data of one event:
    ///
    /// ```swift
    /// extension Endpoint where Access: MemberScope, Response == Price {
    ///     static var prices: Self { Endpoint(.get, "/prices/events", response: .json) }
    /// }
    ///
    /// for try await event in session.events(from: .prices) where event.type == "price" {
    ///     do { show(try await event.value) } catch { report(error) }
    /// }
    /// ```
    ///
    /// Every connection passes through the whole pipeline: it is signed with the current credential and retried like
    /// any call. After a loss, the stream connects again with the last event's id (``EventStreamPolicy``). The request
    /// is then sent again whatever its method, so use this for requests that only subscribe.
    ///
    /// The stream fails with ``NetworkError/Cause/unexpectedMedia(received:)`` for a media type other than
    /// `text/event-stream`, and with the status of a failed response that can't be retried. Deadlines apply until the
    /// head of each response has arrived; then ``EventStreamPolicy/idleTimeout`` does.
    public func events<Response>(
        from endpoint: Endpoint<Access, Response>, policy: EventStreamPolicy = EventStreamPolicy()
    ) -> EventStream<Response> {
        EventStream(client: client, policy: policy) {
            do throws(NetworkError) {
                var call = try route(endpoint, delivery: .streamed)
                call.request.headerFields[.accept] = "text/event-stream"
                // A cache or a proxy that waits for the whole response would deliver nothing.
                call.request.headerFields[.cacheControl] = "no-store"
                // Compression delays events, and the transport limits the size of a decoded body.
                call.request.headerFields[.acceptEncoding] = "identity"
                return .success(call)
            } catch {
                return .failure(error)
            }
        } decode: { data, call in
            do throws(NetworkError) {
                return .success(try await decode(data, of: endpoint, for: call))
            } catch {
                return .failure(error)
            }
        }
    }
}
