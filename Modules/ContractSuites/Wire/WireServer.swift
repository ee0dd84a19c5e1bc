import Foundation

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

extension WireServer {
    /// Answers one request of each connection with `response`, and closes. An answer that doesn't say so leaves the client to
    /// find out, on the next call perhaps.
    func serve(_ response: String) {
        serve(Data(response.utf8))
    }

    /// The same, for an answer that is no text.
    func serve(_ response: Data) {
        serve { connection in
            _ = try await connection.receiveRequest()
            try await connection.send(response)
        }
    }

    /// Answers all requests of each connection with `response`.
    func serveAlways(_ response: String) {
        serve { connection in
            while true {
                _ = try await connection.receiveRequest()
                try await connection.send(response)
            }
        }
    }
}
