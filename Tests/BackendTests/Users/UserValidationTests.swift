import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Backend

struct UserValidationTests {
    private func errors(_ method: HTTPRequest.Method, _ json: String) async throws -> [String] {
        let found = Recorder()
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            let response = try await backend.send(method, "/v2/users/u-grace", token: token, json: json)
            let problem = try response.expectProblem(.unprocessableContent, "validation_failed")
            await found.set((problem.errors ?? []).map { "\($0.field) \($0.code)" })
        }
        return await found.lines
    }

    private actor Recorder {
        var lines: [String] = []
        func set(_ lines: [String]) { self.lines = lines }
    }

    @Test("PUT reports every missing field")
    func putMissing() async throws {
        #expect(try await errors(.put, "{}") == ["description required", "name required", "email required"])
    }

    @Test("name and email cannot be removed", arguments: [HTTPRequest.Method.put, .patch])
    func nulls(method: HTTPRequest.Method) async throws {
        let found = try await errors(method, #"{"name":null,"email":null,"description":null}"#)
        #expect(found == ["name required", "email required"])
    }

    @Test("wrong types are reported by field")
    func types() async throws {
        let found = try await errors(.patch, #"{"name":1,"email":[],"description":{}}"#)
        #expect(found == ["name invalid_type", "email invalid_type", "description invalid_type"])
    }

    @Test("a JSON body that is not an object is reported", arguments: ["[]", "1", #""text""#, "null"])
    func noObject(json: String) async throws {
        #expect(try await errors(.patch, json) == [" invalid_type"])
    }

    @Test(
        "invalid names are refused",
        arguments: [
            ("", "invalid"), (#" \t "#, "invalid"), (#"a\u0000b"#, "invalid"), (#"a\nb"#, "invalid"),
            (String(repeating: "n", count: 101), "too_long"),
            ("e" + String(repeating: "\u{301}", count: 100), "too_long"),
        ])
    func names(name: String, code: String) async throws {
        #expect(try await errors(.patch, #"{"name":"\#(name)"}"#) == ["name \(code)"])
    }

    @Test(
        "invalid emails are refused",
        arguments: [
            "", "ada", "ada@", "@example.com", "a@b@c", "a b@example.com", "ada@example..com", "ada@-example.com",
            "ada@exämple.com", "ada@example.com\\n", "\(String(repeating: "l", count: 65))@example.com",
        ])
    func emails(email: String) async throws {
        #expect(try await errors(.patch, #"{"email":"\#(email)"}"#) == ["email invalid"])
    }

    @Test("an email that is too long is refused")
    func longEmail() async throws {
        let domain = Array(repeating: String(repeating: "d", count: 60), count: 5).joined(separator: ".")
        #expect(try await errors(.patch, #"{"email":"a@\#(domain)"}"#) == ["email too_long"])
    }

    @Test(
        "invalid descriptions are refused",
        arguments: [(String(repeating: "d", count: 1001), "too_long"), (#"a\u0007"#, "invalid")])
    func descriptions(text: String, code: String) async throws {
        #expect(try await errors(.patch, #"{"description":"\#(text)"}"#) == ["description \(code)"])
    }

    @Test(
        "international names, unusual emails and multiline descriptions are accepted",
        arguments: [
            #"{"name":"Ægir ʻŌpūnui 😀"}"#, #"{"email":"first.last+tag@mail.example.co.uk"}"#,
            #"{"email":"root@localhost"}"#, #"{"description":"two\nlines\tand a tab"}"#, #"{"description":""}"#,
        ])
    func accepted(json: String) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            let response = try await backend.send(.patch, "/v2/users/u-grace", token: token, json: json)
            #expect(response.status == .ok)
            #expect(response.text.contains(json.dropFirst().dropLast()))
        }
    }
}
