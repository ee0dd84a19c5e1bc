import Foundation
import RawSocketServer
import Testing

@testable import CommandLine
@testable import Lab

@Suite("strata graphql")
struct GraphQLCommandTests {
    private static let partial = #"""
        {"errors":[{"message":"no rating","path":["book","stars"],"locations":[{"line":1,"column":10}],
        "extensions":{"code":"UPSTREAM","retry":{"after":[1,2.5,null,true]}}},
        {"message":"and another\u001b[31m"}],"data":{"title":"Emma","book":{"stars":null,"id":84}}}
        """#

    @Test("the data is printed in the server's order, and variables are sent as they were typed")
    func complete() async throws {
        let json = #"{"data":{"b":[],"a":{"price":12345678901234567890.10,"text":"ü\"{"},"c":{}}}"#
        try await CannedServer.with(json) { url, requests, place in
            let outcome = try await place.strata(
                "graphql", "query A($id: Int) { a(id: $id) }", "--variables",
                #" {"id": 9007199254740993, "e\#u{301}": 1e130, "\#u{E9}": 5e-324}\#n"#, "--url", url, "--header",
                "X-Team: blue", code: 0)
            #expect(
                outcome.output == """
                    {
                      "b": [],
                      "a": {
                        "price": 12345678901234567890.10,
                        "text": "ü\\"{"
                      },
                      "c": {}
                    }

                    """)
            #expect(outcome.errors.isEmpty)
            let request = try #require(requests().first)
            #expect(request.line == "POST /graphql HTTP/1.1")
            #expect(request["X-Team"] == "blue")
            #expect(
                String(decoding: request.body, as: UTF8.self)
                    == #"{"operationName":"A","query":"query A($id: Int) { a(id: $id) }","variables":{"id": 9007199254740993, "e\#u{301}": 1e130, "\#u{E9}": 5e-324}}"#
            )
        }
    }

    @Test("a partial result prints data and errors, and has an exit code of its own")
    func partial() async throws {
        try await CannedServer.with(Self.partial) { url, _, place in
            let outcome = try await place.strata("graphql", "{ book { stars id } }", "--url", url, code: 18)
            #expect(outcome.output.hasPrefix("{\n  \"title\": \"Emma\",\n  \"book\": {"))
            #expect(
                outcome.errors == """
                    strata: book.stars: no rating (UPSTREAM), line 1, column 10
                    strata: and another\u{FFFD}[31m
                    strata: The data is not complete (2 errors).

                    """)
            let json = try await place.strata("graphql", "{ book { stars id } }", "--url", url, "--json")
            #expect(json.errors == "strata: The data is not complete (2 errors).\n")
            let object = try json.object(code: 18)
            #expect((object["data"] as? [String: Any])?["title"] as? String == "Emma")
            let errors = try #require(object["errors"] as? [[String: Any]])
            #expect(errors.first?["path"] as? [String] == ["book", "stars"])
            #expect(errors.first?["code"] as? String == "UPSTREAM")
            #expect(json.output.contains("\"column\": 10"))
            #expect(errors.first?["locations"] as? [[String: Int]] == [["line": 1, "column": 10]])
            let line = try #require(JSONText(json.output)).line
            #expect(line.contains(#""extensions":{"code":"UPSTREAM","retry":{"after":[1,2.5,null,true]}}"#), "\(line)")
        }
    }

    @Test(
        "errors without data, and a response that is no GraphQL response, end with the exit code of their kind",
        arguments: [
            (#"{"errors":[{"message":"Unknown field"}]}"#, 400, 65, "no data (1 error).\n"),
            (#"{"data":null,"errors":[{"message":"no","extensions":{"code":"UNAUTHENTICATED"}}]}"#, 200, 77, ""),
            (#"{"errors":[{"message":"no","extensions":{"code":"FORBIDDEN"}}]}"#, 403, 77, ""),
            (#"{"errors":[{"message":"no","extensions":{"code":"NOT_FOUND"}}]}"#, 200, 67, ""),
            (#"{"errors":[{"message":"no","extensions":{"code":"INTERNAL_SERVER_ERROR"}}]}"#, 200, 75, ""),
            ("<html>", 200, 70, ": The response is not from the expected service."),
            ("Unable to parse", 400, 65, "strata: Unable to parse\n"),
            // Other programs reject it, so it is not printed.
            (#"{"data":{"a":1,}}"#, 200, 70, ""),
        ])
    func failed(body: String, status: Int, code: Int, message: String) async throws {
        let type =
            body.hasPrefix("{") ? "application/graphql-response+json" : "text/\(status == 200 ? "html" : "plain")"
        try await CannedServer.with(body, status: status, type: type) { url, _, place in
            let outcome = try await place.strata("graphql", "{ a }", "--url", url, code: code)
            #expect(outcome.output.isEmpty && outcome.errors.hasPrefix("strata: "), "\(outcome)")
            #expect(message.isEmpty || outcome.errors.contains(message), "\(outcome.errors)")
        }
    }

    @Test("document and variables are read from files and from standard input, which must not be empty")
    func files() async throws {
        try await CannedServer.with(#"{"data":{}}"#) { url, requests, place in
            let document = "query A { a } query B($x: Int) { b(x: $x) }\n"
            let query = try place.file("query.graphql", Data(document.utf8))
            let variables = try place.file("variables.json", Data(#"{"x": 1}"#.utf8))
            let commands: [([String], String)] = [
                (["-", "--operation", "B", "--variables", "@\(variables)"], document),
                (["@\(query)", "--operation", "B", "--variables", "@-"], #"{"x": 1}"#),
            ]
            for (arguments, input) in commands {
                try await place.strata(["graphql"] + arguments + ["--url", url], input: input, code: 0)
            }
            for request in requests() {
                let body = try #require(try JSONSerialization.jsonObject(with: request.body) as? [String: Any])
                #expect(body["query"] as? String == document)
                #expect(body["operationName"] as? String == "B")
                #expect((body["variables"] as? [String: Int]) == ["x": 1])
            }
            #expect(requests().count == 2)
            let empty = try await place.strata("graphql", "-", "--url", url, code: 66)
            #expect(empty.errors == "strata: Standard input is empty.\n")
        }
    }

    @Test("each event of a subscription is one line, and an incomplete one decides the exit code")
    func subscription() async throws {
        let events = """
            event: next\ndata: {"data": {"count": 1, "at": null}}\n\n: heartbeat\n\n\
            event: next\ndata: {"errors": [{"message": "ran too long", "path": ["count"]}]}\n\n\
            event: next\ndata: {\n\nevent: next\ndata: {"data":{"count":2}}\n\nevent: complete\ndata:\n\n
            """
        try await CannedServer.with(events, type: "text/event-stream") { url, requests, place in
            let outcome = try await place.strata("graphql", "subscription { count }", "--url", url, code: 18)
            #expect(outcome.output == "{\"count\":1,\"at\":null}\n{\"count\":2}\n")
            #expect(outcome.errors.hasPrefix("strata: count: ran too long\nstrata: The response from http://"))
            #expect(outcome.errors.hasSuffix("strata: 2 of 4 events were not complete.\n"))
            #expect(requests().map { $0["Accept"] } == ["text/event-stream"])
        }
    }

    @Test("an error is a line of at most 1,000 characters, and --json prints all of it")
    func longMessage() async throws {
        let message = String(repeating: "m", count: 100_000)
        try await CannedServer.with(#"{"errors":[{"message":"\#(message)"}]}"#) { url, _, place in
            let lines = try await place.strata("graphql", "{ a }", "--url", url).errors.split(separator: "\n")
            #expect(lines.count == 2)
            #expect(lines.first?.count == "strata: ".count + 1000 && lines.first?.hasSuffix("m…") == true)
            #expect(try await place.strata("graphql", "{ a }", "--url", url, "--json").output.contains(message))
        }
    }

    @Test("a lost subscription notes its reconnect, and ends after --max-retries of them without a byte")
    func lostSubscription() async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                _ = try await connection.receiveRequest()
                guard server.requests.count == 1 else { return }
                let event = "retry: 100\nevent: next\ndata: {\"data\":{}}\n\n"
                try await connection.send(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 1000\r\n\r\n\(event)")
            }
            try await Workplace.at { place in
                let outcome = try await place.strata(
                    "graphql", "subscription { a }", "--url", "http://\(server.authority)/", "--max-retries", "1",
                    code: 69)
                #expect(outcome.output == "{}\n")
                let notes = outcome.errors.split(separator: "\n").filter { $0.contains("reconnecting in") }
                #expect(notes.count == 1, "\(outcome.errors)")
                #expect(notes.first?.hasPrefix("strata: Stream interrupted (") == true)
                #expect(outcome.errors.hasSuffix("was lost. Try again.\n"))
                // The first connection, and one reconnect with its retry.
                #expect(server.requests.count == 3)
            }
        }
    }
}
