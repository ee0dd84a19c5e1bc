import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Testing

/// What a session makes of an error `response`.
private func failure(
    of response: ServerResponse, readers: [ErrorReader] = .standard, sourceLocation: SourceLocation = #_sourceLocation
) async throws -> HTTPFailure? {
    let url = try #require(URL(string: "https://api.example.com"))
    let client = try Client.fixture(
        transport: FakeTransport { _ in response },
        environment: APIEnvironment(name: "errors", baseURL: url, errorReaders: readers))
    let error = await #expect(throws: NetworkError.self, sourceLocation: sourceLocation) {
        try await client.session(for: TestGuest.self).send(.item)
    }
    guard case .status(let failure) = error?.cause else {
        Issue.record("expected a status, got \(String(describing: error))", sourceLocation: sourceLocation)
        return nil
    }
    return failure
}

@Suite("HTTP failures")
struct HTTPFailureTests {
    @Test(
        "a 400 or 422 in plain text keeps the text, which says what is wrong with the request",
        arguments: [
            ("Unable to parse\n", HTTPResponse.Status.badRequest, "Unable to parse"), (" ", .badRequest, nil),
            ("Unknown field", .unprocessableContent, "Unknown field"), ("404 page not found", .notFound, nil),
            (#"{"detail":"d"}"#, .internalServerError, nil),
            (String(repeating: "x", count: 1001), .badRequest, String(repeating: "x", count: 999) + "…"),
            (String(repeating: "x", count: 70_000), .badRequest, nil),
        ] as [(String, HTTPResponse.Status, String?)])
    func plainText(text: String, status: HTTPResponse.Status, message: String?) async throws {
        #expect(
            try await failure(of: .text(text, status: status)) == HTTPFailure(status: status.code, message: message))
    }

    @Test(
        "a failure includes the retry delay and the server's message",
        arguments: [
            (503, "", "2", "The server failed (503). Try again in 2 s."),
            (503, "", "0", "The server failed (503). Try again later."),
            (503, "", "soon", "The server failed (503). Try again later."),
            (503, #"{"detail":"Down."}"#, "120", "Down. Try again in 2 min."),
            (429, "", "7199", "Too many requests. Try again in 120 min."),
            (429, "", "Sun, 06 Nov 1994 10:49:37 GMT", "Too many requests. Try again in 2 h."),
            (404, "", "60", "Not found, or you don't have access."),
        ])
    func retryAfter(status: Int, body: String, field: String, expected: String) async throws {
        var response = ServerResponse.json(body, status: .init(code: status))
        response.head.headerFields[.retryAfter] = field
        response.head.headerFields[.date] = "Sun, 06 Nov 1994 08:49:37 GMT"
        let failure = try #require(try await failure(of: response))
        #expect(NetworkError.fixture(.status(failure)).userMessage == expected)
    }

    @Test(
        "a status belongs to a category, and is retryable if waiting may help",
        arguments: [
            (301, .unexpected, false), (304, .unexpected, false), (400, .invalid, false), (401, .unauthorized, false),
            (403, .forbidden, false), (404, .notFound, false), (408, .client, true), (409, .client, false),
            (410, .notFound, false), (422, .invalid, false), (425, .client, true), (429, .rateLimited, true),
            (500, .server, true), (501, .server, false), (502, .server, true), (503, .server, true),
            (504, .server, true),
            (599, .server, false), (600, .server, false), (999, .server, false), (199, .unexpected, false),
        ] as [(Int, HTTPFailure.Kind, Bool)])
    func families(status: Int, kind: HTTPFailure.Kind, isRetryable: Bool) {
        #expect(HTTPFailure(status: status).kind == kind)
        let error = NetworkError.fixture(.status(HTTPFailure(status: status)))
        #expect(error.isRetryable == isRetryable)
        #expect(error.status == status)
    }
}

@Suite("Formats of server errors")
struct FailureShapesTests {
    private static func expected(
        _ code: String? = nil, _ message: String? = nil, _ fields: (String, String)...
    ) -> HTTPFailure {
        HTTPFailure(
            status: 422, code: code, message: message,
            fields: fields.map { HTTPFailure.FieldFailure(field: $0.0, message: $0.1) })
    }

    private func unprocessable(
        _ body: String, as type: String = "application/json", readers: [ErrorReader] = .all
    ) async throws -> HTTPFailure? {
        try await failure(of: .text(body, as: type, status: .unprocessableContent), readers: readers)
    }

    @Test(
        "formats that another body could be mistaken for are read only if an environment names them",
        arguments: [
            (ErrorReader.fastAPI, #"{"detail":[{"loc":["body","name"],"msg":"m"}]}"#),
            (.django, #"{"name":["m"]}"#),
        ])
    func chosen(reader: ErrorReader, body: String) async throws {
        #expect(try await unprocessable(body, readers: .standard) == Self.expected())
        #expect(try await unprocessable(body, readers: [reader]) == Self.expected(nil, nil, ("name", "m")))
    }

    @Test("the first reader that knows the format supplies all details, also one of the app's own")
    func own() async throws {
        let fault = ErrorReader("fault") { body, status in
            body["fault"].map { HTTPFailure(status: status, code: $0["id"]?.text, message: $0["text"]?.text) }
        }
        let body = #"{"fault":{"id":"F7","text":"Too late."},"message":"Other."}"#
        #expect(try await unprocessable(body, readers: [fault] + .standard) == Self.expected("F7", "Too late."))
        #expect(try await unprocessable(body, readers: .standard + [fault]) == Self.expected(nil, "Other."))
        #expect(try await unprocessable(#"{"title":"T"}"#, readers: [fault] + .standard) == Self.expected(nil, "T"))
    }

    @Test(
        "errors in the format of problem details and similar formats are read from every JSON media type",
        arguments: [
            (
                #"{"type":"t","title":"Invalid","detail":"Two fields.","code":"invalid","errors":["#
                    + #"{"field":"email","message":"No @."},{"field":"name","message":"Empty."}]}"#,
                expected("invalid", "Two fields.", ("email", "No @."), ("name", "Empty."))
            ),
            (
                ##"{"title":"Invalid","errors":[{"detail":"Too young.","pointer":"#/age"},"##
                    + ##"{"detail":"No.","pointer":"#/a/b"},{"detail":"All wrong.","pointer":"#"}]}"##,
                expected(nil, "Invalid", ("age", "Too young."), ("a.b", "No."))
            ),
            (
                #"{"title":"Invalid","invalid-params":[{"name":"age","reason":"Too young."}]}"#,
                expected(nil, "Invalid", ("age", "Too young."))
            ),
            (
                #"{"errors":[{"title":"Bad","detail":"Too short.","source":{"pointer":"/data/attributes/name"}}]}"#,
                expected(nil, nil, ("name", "Too short."))
            ),
            (#"{"errors":[{"message":"Broken."},{"message":"Also."}]}"#, expected(nil, "Broken.")),
            (#"{"errors":["Broken."]}"#, expected(nil, "Broken.")),
            (
                #"{"title":"One or more.","errors":{"Name":["Empty.","Short."],"Age":"Low.","":["Odd."]}}"#,
                expected(nil, "One or more.", ("Age", "Low."), ("Name", "Empty."), ("Name", "Short."))
            ),
            (#"{"errors":{"base":["Closed."]}}"#, expected(nil, "Closed.")),
            (#"{"title":"Invalid"}"#, expected(nil, "Invalid")),
            (#"{"detail":"Not found."}"#, expected(nil, "Not found.")),
            (#"{"detail":null,"title":"T"}"#, expected(nil, "T")),
            (#"{}"#, expected()), (#"[]"#, expected()), (#"not JSON"#, expected()), ("", expected()),
        ])
    func problems(body: String, expected: HTTPFailure) async throws {
        for type in ["application/json", "application/problem+json; charset=utf-8", "text/json", "APPLICATION/A+JSON"] {
            #expect(try await unprocessable(body, as: type) == expected)
        }
    }

    @Test(
        "errors in other common formats are read",
        arguments: [
            (
                #"{"error":"invalid_grant","error_description":"It is spent."}"#,
                expected("invalid_grant", "It is spent.")
            ),
            (#"{"error":"invalid_grant"}"#, expected("invalid_grant")), (#"{"error":1001}"#, expected("1001")),
            (
                #"{"error":{"code":"taken","message":"Taken.","errors":[{"field":"a","message":"m"}]}}"#,
                expected("taken", "Taken.", ("a", "m"))
            ),
            (#"{"error":{"code":404,"message":"Gone."}}"#, expected("404", "Gone.")),
            (#"{"code":422,"error":{"code":1.5}}"#, expected()), (#"{"error":{}}"#, expected()),
            (#"{"message":"Rate limit.","documentation_url":"u"}"#, expected(nil, "Rate limit.")),
            (#"{"message":"Bad.","code":"bad","errors":{"a":["m"]}}"#, expected("bad", "Bad.", ("a", "m"))),
            (
                #"{"detail":[{"loc":["body","items",0,"name"],"msg":"Required.","type":"missing"},"#
                    + #"{"loc":["query","page"],"msg":"Low."},{"loc":["body"],"msg":"No JSON."}]}"#,
                expected(nil, "No JSON.", ("items.0.name", "Required."), ("page", "Low."))
            ),
            (
                #"{"name":["Empty.","Short."],"email":["Taken."],"non_field_errors":["Closed."]}"#,
                expected(nil, "Closed.", ("email", "Taken."), ("name", "Empty."), ("name", "Short."))
            ),
            (#"{"name":"not a list","ids":[1,2],"tags":[["x"]],"detail2":{}}"#, expected()),
            (#"{"message":"Said.","tags":["a","b"],"code":422}"#, expected(nil, "Said.")),
            (#"{"detail":" ","message":"\n","title":"Blank."}"#, expected(nil, "Blank.")),
            // A member of an unexpected type is ignored, and the others are read.
            (#"{"title":"Invalid","detail":[{"loc":["body"],"msg":"m"}]}"#, expected(nil, "Invalid")),
            (#"{"title":"Invalid","errors":{"name":["m"],"other":7}}"#, expected(nil, "Invalid", ("name", "m"))),
            (#"{"code":17,"detail":"It is spent."}"#, expected("17", "It is spent.")),
        ])
    func others(body: String, expected: HTTPFailure) async throws {
        #expect(try await unprocessable(body) == expected)
    }

    @Test(
        "errors are not read from other media types, not even from those that resemble JSON",
        arguments: ["text/html", "application/jsonp", "json", ""])
    func otherTypes(type: String) async throws {
        #expect(try await unprocessable(#"{"message":"m"}"#, as: type) == Self.expected())
    }

    @Test("the fields of a 400 are read like those of a 422, but a server error (5xx) lists none")
    func statuses() async throws {
        let body = ##"{"title":"Invalid","errors":[{"detail":"Too young.","pointer":"#/age"}]}"##
        let invalid = try await failure(of: .json(body, status: .badRequest))
        #expect(invalid?.kind == .invalid)
        #expect(invalid?.fields == [HTTPFailure.FieldFailure(field: "age", message: "Too young.")])
        let broken = ServerResponse.json(#"{"stack":["at line 7"]}"#, status: .internalServerError)
        #expect(try await failure(of: broken, readers: .all) == HTTPFailure(status: 500))
    }

    @Test("huge or deeply nested errors are ignored, and long messages are truncated")
    func bounds() async throws {
        let huge = #"{"message":"\#(String(repeating: "a", count: 64 * 1024))"}"#
        #expect(try await unprocessable(huge) == Self.expected())
        for open in ["[", #"{"errors":"#, #"{"detail":["#] {
            #expect(try await unprocessable(String(repeating: open, count: 6000)) == Self.expected())
        }
        let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
        #expect(try await unprocessable(#"{"message":"m","errors":\#(deep)}"#) == Self.expected(nil, "m"))

        let long = try #require(try await unprocessable(#"{"message":"\#(String(repeating: "é", count: 2000))"}"#))
        #expect(long.message?.count == 1000)
        #expect(long.message?.hasSuffix("…") == true)
        let many = (0..<500).map { #""f\#($0)":["m"]"# }.joined(separator: ",")
        #expect(try await unprocessable(#"{"errors":{\#(many)}}"#)?.fields.count == 100)
    }
}
