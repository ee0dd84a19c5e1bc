public import Foundation

/// One connection to a ``WireServer``. A script doesn't share it.
public protocol WireConnection {
    /// A whole request, its body included.
    func receiveRequest() async throws -> WireRequest

    /// A request's head; its body is left to ``skipBody(of:)``.
    func receiveHead() async throws -> WireRequest

    /// Receives the body that belongs to `head`, and says how many bytes it had.
    func skipBody(of head: WireRequest) async throws -> Int

    /// Sends exactly these bytes; returns when the connection takes more.
    func send(_ bytes: Data) async throws

    /// Ends the connection by a TCP reset.
    func reset() async throws

    /// Returns when the client has ended the connection.
    func waitForEnd() async
}

extension WireConnection {
    /// Sends exactly this text, as UTF-8.
    func send(_ text: String) async throws {
        try await send(Data(text.utf8))
    }
}
