import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@Suite("HTTP failures")
struct HTTPFailureTests {
    private func failure(of response: ServerResponse) async throws -> HTTPFailure {
        let session = try Client.fixture(transport: FakeTransport { _ in response }).session(for: TestGuest.self)
        do throws(NetworkError) {
            _ = try await session.send(.item)
        } catch {
            if case .status(let failure) = error.cause { return failure }
            Issue.record("expected a status, got \(error)")
        }
        return HTTPFailure(status: 0)
    }

    @Test(
        "a failure status includes the server's message in any common format",
        arguments: [
            (
                #"{"type":"t","title":"Invalid","detail":"Two fields.","code":"invalid","errors":["#
                    + #"{"field":"email","message":"No @."},{"field":"name","message":"Empty."}]}"#,
                HTTPFailure(
                    status: 422, code: "invalid", message: "Two fields.",
                    fields: [.init(field: "email", message: "No @."), .init(field: "name", message: "Empty.")])
            ),
            (#"{"title":"Invalid"}"#, HTTPFailure(status: 422, message: "Invalid")),
            (
                #"{"error":{"code":"email_taken","message":"It is taken."}}"#,
                HTTPFailure(status: 422, code: "email_taken", message: "It is taken.")
            ),
            (
                #"{"error":{"code":1001,"message":"It is taken."}}"#,
                HTTPFailure(status: 422, code: "1001", message: "It is taken.")
            ),
            (#"{"error":1001}"#, HTTPFailure(status: 422, code: "1001")),
            (#"{"code":422,"error":{"code":1.5}}"#, HTTPFailure(status: 422)),
            (#"{"error":{}}"#, HTTPFailure(status: 422)),
            (#"{"detail":"Not found."}"#, HTTPFailure(status: 422, message: "Not found.")),
            (#"{"detail":null,"title":"T"}"#, HTTPFailure(status: 422, message: "T")),
            (#"{}"#, HTTPFailure(status: 422)),
            (#"[]"#, HTTPFailure(status: 422)),
            (#"not JSON"#, HTTPFailure(status: 422)),
            ("", HTTPFailure(status: 422)),
        ])
    func shapes(body: String, expected: HTTPFailure) async throws {
        for type in ["application/json", "application/problem+json", "Application/JSON; charset=utf-8"] {
            #expect(try await failure(of: .text(body, as: type, status: .unprocessableContent)) == expected)
        }
    }

    @Test(
        "a failure includes the members that can be read although one has another type",
        arguments: [
            (
                #"{"title":"Invalid","detail":[{"loc":["body"],"msg":"m"}]}"#,
                HTTPFailure(status: 422, message: "Invalid")
            ),
            (
                #"{"title":"Invalid","errors":{"name":["m"],"other":7}}"#,
                HTTPFailure(status: 422, message: "Invalid", fields: [.init(field: "name", message: "m")])
            ),
            (
                #"{"error":"invalid_grant","detail":"It is spent."}"#,
                HTTPFailure(status: 422, code: "invalid_grant", message: "It is spent.")
            ),
            (#"{"code":17,"detail":"It is spent."}"#, HTTPFailure(status: 422, code: "17", message: "It is spent.")),
            (
                #"{"detail":"Two.","errors":[{"field":"a","message":"m"},{"other":1}]}"#,
                HTTPFailure(status: 422, message: "Two.", fields: [.init(field: "a", message: "m")])
            ),
        ])
    func partly(body: String, expected: HTTPFailure) async throws {
        #expect(try await failure(of: .json(body, status: .unprocessableContent)) == expected)
    }

    @Test(
        "an HTML or empty error body is reported as its status and not as a decoding error",
        arguments: [
            ServerResponse.text("<html>title</html>", as: "text/html", status: .internalServerError),
            .empty(.internalServerError), .data(Data([0xFF, 0xFE]), status: .internalServerError),
            .text(#"{"detail":"d"}"#, as: "text/plain", status: .internalServerError),
        ])
    func notJSON(response: ServerResponse) async throws {
        #expect(try await failure(of: response) == HTTPFailure(status: 500))
    }

    @Test(
        "a 400 or 422 in plain text keeps the text, which says what is wrong with the request",
        arguments: [
            ("Unable to parse\n", HTTPResponse.Status.badRequest, "Unable to parse"), (" ", .badRequest, nil),
            ("Unknown field", .unprocessableContent, "Unknown field"), ("404 page not found", .notFound, nil),
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
        let failure = try await failure(of: response)
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
