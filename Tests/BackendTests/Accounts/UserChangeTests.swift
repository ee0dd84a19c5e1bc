import HTTPTypes
import Testing

@testable import Backend

struct UserCreationTests {
    private func create(
        _ json: String, _ check: @escaping @Sendable (TestResponse, TestBackend, String) async throws -> Void
    ) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.ada).access
            try await check(try await backend.send(.post, "/v2/users", token: token, json: json), backend, token)
        }
    }

    @Test("a new user has a date, a Location, and the role member by default")
    func creation() async throws {
        try await create(#"{"name":"Radia Perlman","email":"radia@example.com","other":1}"#) {
            response, backend, token in
            #expect(response.status == .created)
            let location = try #require(response.headers[.location])
            let id = try #require(location.wholeMatch(of: /http:\/\/strata\.test\/v2\/users\/(u-[0-9a-f\-]{36})/)?.1)
            #expect(
                response.text == """
                    {"avatar_url":null,"created_at":"2026-03-01T09:30:00.250Z","description":null,\
                    "email":"radia@example.com","id":"\(id)","name":"Radia Perlman","role":"member",\
                    "updated_at":"2026-03-01T09:30:00.250Z"}
                    """)
            #expect(try await backend.send(.get, "/v2/users/\(id)", token: token).text == response.text)
        }
    }

    @Test("all invalid fields of a new user are reported together")
    func validation() async throws {
        try await create(#"{"email":"nobody","description":1,"role":"queen"}"#) { response, _, _ in
            try response.expectErrors(
                ["name required", "description invalid_type", "role invalid_type", "email invalid"])
        }
    }
}

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
        #expect(try await errors(.put, "{}") == ["name required", "email required", "description required"])
    }

    @Test("name and email cannot be removed", arguments: [HTTPRequest.Method.put, .patch])
    func nulls(method: HTTPRequest.Method) async throws {
        let found = try await errors(method, #"{"name":null,"email":null,"description":null}"#)
        #expect(found == ["name required", "email required"])
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
