import Foundation
import RawSocketServer
import Testing

/// A command whose output would not end must end when its output has no reader.
@Suite("A command without a reader", .timeLimit(.minutes(20)))
struct UnreadOutputTests {
    @Test("no further page is requested", arguments: [("exec >/dev/full", 74), (closedPipe, 0)])
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
            try await Self.check(
                ["api", "http://\(server.authority)/", "--paginate", "--max-pages", "5"], redirection, endsWith: code)
            #expect(server.requests.count == 1)
        }
    }

    @Test("a subscription ends with its next event", arguments: [("exec >/dev/full", 74), (closedPipe, 0)])
    func subscription(redirection: String, code: Int) async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                _ = try await connection.receiveRequest()
                try await connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nevent: next\ndata: {\"data\":{}}\n\n")
                // Returns when the client closes the connection.
                _ = try await connection.receiveRequest()
            }
            try await Self.check(
                ["graphql", "subscription { a }", "--url", "http://\(server.authority)/graphql"], redirection,
                endsWith: code)
        }
    }

    @Test("a reader that ends early is no failure", arguments: [["completions", "bash"], ["graph"], ["--help"]])
    func earlyEnd(command: [String]) async throws {
        try await Self.check(command, Self.closedPipe, endsWith: 0, options: [])
    }

    @Test("a subscription without further events ends when its reader is gone")
    func silentSubscription() async throws {
        try await Self.subscribe(["graphql", "subscription { a }", "--url"], to: #"{"a":"Alive"}"#)
    }

    /// Runs a command that subscribes, on a server that sends one event with this data, and ends its reader after one line.
    static func subscribe(_ command: [String], to data: String) async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                _ = try await connection.receiveRequest()
                try await connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"
                        + "event: next\ndata: {\"data\":\(data)}\n\n")
                // Returns when the client closes the connection.
                _ = try await connection.receiveRequest()
            }
            try await Workplace.at { place in
                let outcome = try await Workplace.run(
                    URL(filePath: "/bin/bash"),
                    ["-c", #"set -o pipefail; "$0" "$@" | head -n 1"#, Binaries.strata.path] + command
                        + ["http://\(server.authority)", "--data-dir", place.dataFolder.path])
                #expect(outcome.code == 0, "\(outcome.errors)")
                #expect(outcome.output.contains("Alive"), "\(outcome.errors)")
            }
        }
    }

    /// A named pipe whose reader has come and gone.
    static let closedPipe = #"mkfifo "$1/fifo" && { : < "$1/fifo" & exec > "$1/fifo"; wait; }"#

    /// Runs a command with this redirection of its output.
    private static func check(
        _ arguments: [String], _ redirection: String, endsWith code: Int, options: [String]? = nil
    ) async throws {
        try await Workplace.at { place in
            let options = options ?? ["--data-dir", place.dataFolder.path]
            let outcome = try await Workplace.run(
                URL(filePath: "/bin/sh"),
                ["-c", redirection + #"; shift; exec "$0" "$@""#, Binaries.strata.path, place.folder.path] + arguments
                    + options)
            #expect(outcome.code == code, "\(outcome.errors)")
        }
    }
}
