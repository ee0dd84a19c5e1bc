import Foundation
import RawSocketServer
import Testing

@testable import CommandLine

@Suite("strata books with a server that misbehaves", .timeLimit(.minutes(10)))
struct BookServerTests {
    @Test("--deadline ends a download that would never end")
    func endless() async throws {
        try await Self.withCatalog { connection in
            try await connection.send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nETag: \"a\"\r\n\r\na")
            await connection.waitForEnd()
        } _: { url, place in
            let file = place.folder.appending(path: "book.txt").path
            let outcome = try await place.strata(
                "books", "download", "1", "--output", file, "--books-url", url, "--deadline", "1", code: 124)
            #expect(outcome.errors.contains(" did not respond within "))
        }
    }

    @Test("entries that are no books are left out of a list, and counted in a note")
    func unreadableEntries() async throws {
        let list = #"{"count": 3, "next": null, "results": [{"id": 2, "title": "T"}, {"id": "x"}, null]}"#
        try await CannedServer.with(list, type: "application/json") { url, _, place in
            let outcome = try await place.strata("books", "search", "--books-url", url, code: 0)
            #expect(outcome.output.contains("T"))
            #expect(
                outcome.errors
                    == "strata: Left out 2 entries of the server's list that could not be read as books.\n")
        }
    }

    /// A catalog with one book, whose file `script` sends.
    private static func withCatalog(
        file script: @escaping RawSocketServer.Script, _ body: (_ url: String, Workplace) async throws -> Void
    ) async throws {
        try await RawSocketServer.withServer { server in
            let url = "http://\(server.authority)"
            let book = #"{"id": 1, "title": "T", "formats": {"text/plain": "\#(url)/file"}}"#
            server.serve { connection in
                while true {
                    guard try await connection.receiveRequest().line.hasPrefix("GET /file ") else {
                        try await connection.send(
                            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                                + "Content-Length: \(book.utf8.count)\r\n\r\n\(book)")
                        continue
                    }
                    try await script(connection)
                }
            }
            try await Workplace.at { place in try await body(url, place) }
        }
    }
}
