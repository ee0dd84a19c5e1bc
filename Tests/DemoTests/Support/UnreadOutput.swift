import Foundation
import RawSocketServer
import Testing

/// Commands whose output has no reader.
enum UnreadOutput {
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
    static func check(
        _ arguments: [String], _ redirection: String, endsWith code: Int, usesData: Bool = true
    ) async throws {
        try await Workplace.at { place in
            let options = usesData ? ["--data-dir", place.dataFolder.path] : []
            let outcome = try await Workplace.run(
                URL(filePath: "/bin/sh"),
                ["-c", redirection + #"; shift; exec "$0" "$@""#, Binaries.strata.path, place.folder.path] + arguments
                    + options)
            #expect(outcome.code == code, "\(outcome.errors)")
        }
    }
}
