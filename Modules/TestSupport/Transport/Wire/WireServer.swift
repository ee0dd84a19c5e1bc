public import Foundation

/// A server that says exactly the bytes of a script: the other side of ``WireContract``. It stands outside this module,
/// which knows no sockets.
public protocol WireServer: Sendable {
    /// Host and port of the server.
    var authority: String { get }

    /// Host and port where nobody listens.
    var refusingAuthority: String { get }

    /// How many connections have been made to the server.
    var connectionCount: Int { get }

    /// Plays `script` on each connection that is made from now on, and closes the connection at its end. What a script
    /// throws ends it.
    func serve(_ script: @escaping @Sendable (any WireConnection) async throws -> Void)
}

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

extension WireServer {
    /// Answers one request of each connection with `answer`, and closes. An answer that doesn't say so leaves the client to
    /// find out, on the next call perhaps.
    func serve(_ answer: String) {
        serve(Data(answer.utf8))
    }

    /// The same, for an answer that is no text.
    func serve(_ answer: Data) {
        serve { connection in
            _ = try await connection.receiveRequest()
            try await connection.send(answer)
        }
    }

    /// Answers all requests of each connection with `answer`.
    func serveAlways(_ answer: String) {
        serve { connection in
            while true {
                _ = try await connection.receiveRequest()
                try await connection.send(answer)
            }
        }
    }
}
