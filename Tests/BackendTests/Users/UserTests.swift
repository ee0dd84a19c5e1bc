import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Backend

struct UserTests {
    private static let grace = """
        {"avatar_url":null,"created_at":"2026-01-02T09:00:00.000Z",\
        "description":"Wrote the first compiler, and handed out nanoseconds.","email":"grace@example.com",\
        "id":"u-grace","name":"Grace Hopper","role":"member","updated_at":"2026-01-02T09:00:00.000Z"}
        """

    @Test("members read themselves as me and by id, in both versions")
    func reading() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            for path in ["/v2/users/me", "/v2/users/u-grace", "/v2/users/u%2Dgrace"] {
                #expect(try await backend.send(.get, path, token: token).text == Self.grace)
            }
            for path in ["/v1/users/me", "/v1/users/u-grace"] {
                let response = try await backend.send(.get, path, token: token)
                #expect(
                    response.text == """
                        {"description":"Wrote the first compiler, and handed out nanoseconds.",\
                        "email":"grace@example.com","name":"Grace Hopper","userId":"u-grace"}
                        """)
            }
        }
    }

    @Test(
        "another user's id and an unknown id get the same response", arguments: ["u-ada", "u-nobody", "..%2Fu-grace"])
    func existence(id: String) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            let response = try await backend.send(
                .get, "/v2/users/\(id)", token: token, headers: [.xRequestID: "same"])
            try response.expectProblem(.notFound, "not_found")
            #expect(
                response.text == """
                    {"code":"not_found","detail":"Not found, or you don't have access.","request_id":"same",\
                    "status":404,"title":"Not found","type":"tag:strata.example,2026:problem/not_found"}
                    """)
        }
    }

    @Test("PUT replaces a user and updates the date")
    func put() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            let response = try await backend.send(
                .put, "/v2/users/u-grace", token: token,
                json: #"{"name":"Amazing Grace","email":"amazing@example.com","description":null,"role":"admin"}"#)
            #expect(
                response.text == """
                    {"avatar_url":null,"created_at":"2026-01-02T09:00:00.000Z","description":null,\
                    "email":"amazing@example.com","id":"u-grace","name":"Amazing Grace","role":"member",\
                    "updated_at":"2026-03-01T09:30:00.250Z"}
                    """)
        }
    }

    @Test("PATCH changes only the fields in its body")
    func patch() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            let renamed = try await backend.send(
                .patch, "/v2/users/u-grace", token: token, json: #"{"name":"Amazing Grace"}"#)
            #expect(renamed.text.contains(#""name":"Amazing Grace""#))
            #expect(renamed.text.contains("nanoseconds"))
            let cleared = try await backend.send(
                .patch, "/v2/users/u-grace", token: token, json: #"{"description":null}"#)
            #expect(cleared.text.contains(#""description":null"#))
            #expect(cleared.text.contains(#""name":"Amazing Grace""#))
        }
    }

    @Test("PATCH without a change leaves the date unchanged", arguments: ["{}", #"{"name":"Grace Hopper"}"#])
    func emptyPatch(json: String) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            let response = try await backend.send(.patch, "/v2/users/u-grace", token: token, json: json)
            #expect(response.status == .ok)
            #expect(response.text == Self.grace)
        }
    }

    @Test(
        "another user's email is taken, case-insensitively, and the user's own is not",
        arguments: [HTTPRequest.Method.put, .patch])
    func emailTaken(method: HTTPRequest.Method) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            func change(_ email: String) async throws -> TestResponse {
                try await backend.send(
                    method, "/v2/users/u-grace", token: token,
                    json: #"{"name":"Grace","email":"\#(email)","description":null}"#)
            }
            let problem = try await change("ADA@Example.com").expectProblem(.conflict, "email_taken")
            #expect(problem.errors?.map(\.field) == ["email"])
            #expect(problem.errors?.map(\.code) == ["taken"])
            #expect(try await change("GRACE@example.com").status == .ok)
        }
    }

    @Test("deleting a user deletes their tokens and avatar")
    func deletion() async throws {
        try await TestBackend.run { backend in
            let admin = try await backend.logIn(DemoAccounts.ada).access
            let grace = try await backend.logIn(DemoAccounts.grace)
            let form = Form.avatar(Picture.gif, type: "image/gif")
            _ = try await backend.send(
                .post, "/v2/users/u-grace/avatar", token: grace.access, headers: form.headers, body: form.buffer)
            #expect(try await backend.send(.delete, "/v2/users/u-grace", token: grace.access).status == .noContent)

            try await backend.send(.get, "/v2/users/me", token: grace.access)
                .expectProblem(.unauthorized, "invalid_token")
            try await backend.refresh(grace.refresh).expectProblem(.unauthorized, "invalid_refresh_token")
            try await backend.send(.get, "/v2/users/u-grace", token: admin).expectProblem(.notFound, "not_found")
            try await backend.send(.get, "/v2/users/u-grace/avatar", token: admin)
                .expectProblem(.notFound, "not_found")
            try await backend.send(.delete, "/v2/users/u-grace", token: admin).expectProblem(.notFound, "not_found")
        }
    }

    @Test("an admin can change every user")
    func admin() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.ada).access
            let response = try await backend.send(.patch, "/v2/users/u-alan", token: token, json: #"{"name":"Alan"}"#)
            #expect(response.text.contains(#""id":"u-alan","name":"Alan""#))
            for method in [HTTPRequest.Method.put, .patch] {
                try await backend.send(
                    method, "/v2/users/u-nobody", token: token,
                    json: #"{"name":"N","email":"n@example.com","description":null}"#
                ).expectProblem(.notFound, "not_found")
            }
        }
    }
}
