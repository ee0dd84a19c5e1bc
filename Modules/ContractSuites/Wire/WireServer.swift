import Foundation

/// A server that sends exactly the bytes of a script: the server of ``WireContract``. Its implementation is outside
/// this module, which has no sockets.
public protocol WireServer: Sendable {
    /// Host and port of the server.
    var authority: String { get }

    /// Host and port without a listener.
    var refusingAuthority: String { get }

    /// How many connections have been made to the server.
    var connectionCount: Int { get }

    /// Runs `script` on each new connection, and closes the connection at its end. An error of the script closes the
    /// connection too.
    func serve(_ script: @escaping @Sendable (any WireConnection) async throws -> Void)
}

extension WireServer {
    /// Sends `response` to one request of each connection, and closes the connection. Without `Connection: close` in
    /// the response, the client may notice that only on its next call.
    func serve(_ response: String) {
        serve(Data(response.utf8))
    }

    /// The same for a response that is not text.
    func serve(_ response: Data) {
        serve { connection in
            _ = try await connection.receiveRequest()
            try await connection.send(response)
        }
    }

    /// Sends `response` to all requests of each connection.
    func serveAlways(_ response: String) {
        serve { connection in
            while true {
                _ = try await connection.receiveRequest()
                try await connection.send(response)
            }
        }
    }
}
