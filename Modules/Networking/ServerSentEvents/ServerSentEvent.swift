import Foundation

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
