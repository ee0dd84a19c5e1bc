import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@Suite("Formats of server errors")
struct FailureShapesTests {
    private func failure(
        of body: String, as type: String = "application/json", status: HTTPResponse.Status = .unprocessableContent
    ) async throws -> HTTPFailure? {
        let response = ServerResponse.text(body, as: type, status: status)
        let session = try Client.fixture(transport: FakeTransport { _ in response }).session(for: TestGuest.self)
        do throws(NetworkError) {
            _ = try await session.send(.item)
        } catch {
            if case .status(let failure) = error.cause { return failure }
        }
        Issue.record("expected a status")
        return nil
    }

    private static func expected(
        _ code: String? = nil, _ message: String? = nil, _ fields: (String, String)...
    ) -> HTTPFailure {
        HTTPFailure(
            status: 422, code: code, message: message,
            fields: fields.map { HTTPFailure.FieldFailure(field: $0.0, message: $0.1) })
    }

    @Test(
        "errors in the format of problem details and similar formats are read",
        arguments: [
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
        ])
    func problems(body: String, expected: HTTPFailure) async throws {
        #expect(try await failure(of: body) == expected)
    }

    @Test("the fields of a 400 and a 422 are read alike", arguments: [400, 422])
    func statuses(status: Int) async throws {
        let body = ##"{"title":"Invalid","errors":[{"detail":"Too young.","pointer":"#/age"}]}"##
        let failure = try await failure(
            of: body, as: "application/problem+json", status: HTTPResponse.Status(code: status))
        #expect(failure?.kind == .invalid)
        #expect(failure?.fields == [HTTPFailure.FieldFailure(field: "age", message: "Too young.")])
    }

    @Test(
        "errors in other common formats are read",
        arguments: [
            (
                #"{"error":"invalid_grant","error_description":"It is spent."}"#,
                expected("invalid_grant", "It is spent.")
            ),
            (#"{"error":"invalid_grant"}"#, expected("invalid_grant")),
            (
                #"{"error":{"code":"taken","message":"Taken.","errors":[{"field":"a","message":"m"}]}}"#,
                expected("taken", "Taken.", ("a", "m"))
            ),
            (#"{"error":{"code":404,"message":"Gone."}}"#, expected("404", "Gone.")),
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
            (#"{"message":"Said.","tags":["a","b"]}"#, expected(nil, "Said.")),
            (#"{"detail":" ","message":"\n","title":"Blank."}"#, expected(nil, "Blank.")),
        ])
    func others(body: String, expected: HTTPFailure) async throws {
        #expect(try await failure(of: body) == expected)
    }

    @Test(
        "errors are read from every JSON media type",
        arguments: [
            "application/json", "application/problem+json; charset=utf-8", "text/json", "APPLICATION/VND.API+JSON",
        ])
    func jsonTypes(type: String) async throws {
        #expect(try await failure(of: #"{"message":"m"}"#, as: type) == Self.expected(nil, "m"))
    }

    @Test(
        "errors are not read from media types that only resemble JSON",
        arguments: ["text/html", "application/jsonp", "json", ""])
    func otherTypes(type: String) async throws {
        #expect(try await failure(of: #"{"message":"m"}"#, as: type) == Self.expected())
    }

    @Test("a server error (5xx) lists no field errors")
    func breakdown() async throws {
        let body = #"{"stack":["at line 7"]}"#
        #expect(try await failure(of: body, status: .internalServerError) == HTTPFailure(status: 500))
    }

    @Test("huge or deeply nested errors are ignored, and long messages are truncated")
    func bounds() async throws {
        let huge = #"{"message":"\#(String(repeating: "a", count: 64 * 1024))"}"#
        #expect(try await failure(of: huge) == Self.expected())
        for open in ["[", #"{"errors":"#, #"{"detail":["#] {
            #expect(try await failure(of: String(repeating: open, count: 6000)) == Self.expected())
        }
        let deep = String(repeating: "[", count: 400) + String(repeating: "]", count: 400)
        #expect(try await failure(of: #"{"message":"m","errors":\#(deep)}"#) == Self.expected(nil, "m"))

        let long = try #require(try await failure(of: #"{"message":"\#(String(repeating: "é", count: 2000))"}"#))
        #expect(long.message?.count == 1000)
        #expect(long.message?.hasSuffix("…") == true)
        let many = (0..<500).map { #""f\#($0)":["m"]"# }.joined(separator: ",")
        #expect(try await failure(of: #"{"errors":{\#(many)}}"#)?.fields.count == 100)
    }
}
