import Foundation
import RawSocketServer
import Testing

@testable import CommandLine

/// A command whose output would not end must end when its output has no reader.
@Suite("A command of Apps/Lab without a reader", .timeLimit(.minutes(20)))
struct UnreadResponseTests {
    @Test("no further page is requested", arguments: [("exec >/dev/full", 74), (UnreadOutput.closedPipe, 0)])
    func pages(redirection: String, code: Int) async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                while true {
                    _ = try await connection.receiveRequest()
                    let json = #"{"next":"http://\#(server.authority)/\#(server.requests.count)"}"#
                    try await connection.send(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n\r\n\(json)"
                    )
                }
            }
            try await UnreadOutput.check(
                ["api", "http://\(server.authority)/", "--paginate", "--max-pages", "5"], redirection, endsWith: code)
            #expect(server.requests.count == 1)
        }
    }

    @Test(
        "a subscription ends with its next event",
        arguments: [("exec >/dev/full", 74), (UnreadOutput.closedPipe, 0)])
    func subscription(redirection: String, code: Int) async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                _ = try await connection.receiveRequest()
                try await connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nevent: next\ndata: {\"data\":{}}\n\n")
                // Returns when the client closes the connection.
                _ = try await connection.receiveRequest()
            }
            try await UnreadOutput.check(
                ["graphql", "subscription { a }", "--url", "http://\(server.authority)/graphql"], redirection,
                endsWith: code)
        }
    }

    @Test("a subscription without further events ends when its reader is gone")
    func silentSubscription() async throws {
        try await UnreadOutput.subscribe(["graphql", "subscription { a }", "--url"], to: #"{"a":"Alive"}"#)
    }
}
