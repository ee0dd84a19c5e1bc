public import Foundation

/// One connection to a ``WireServer``, used by one script only.
public protocol WireConnection {
    /// Receives a whole request, including its body.
    func receiveRequest() async throws -> WireRequest

    /// Receives the head of a request. ``skipBody(of:)`` receives its body.
    func receiveHead() async throws -> WireRequest

    /// Receives the body of the request with this head, and returns its length in bytes.
    func skipBody(of head: WireRequest) async throws -> Int

    /// Sends exactly these bytes. Returns when the connection accepts more.
    func send(_ bytes: Data) async throws

    /// Ends the connection by a TCP reset.
    func reset() async throws

    /// Returns when the client has closed the connection.
    func waitForEnd() async
}

extension WireConnection {
    /// Sends exactly this text, as UTF-8.
    func send(_ text: String) async throws {
        try await send(Data(text.utf8))
    }
}
