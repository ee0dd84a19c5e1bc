import HTTPTypes
import Testing

@testable import Backend

struct UserTests {
    private static let path = "/v2/users/u-grace"
    private static let grace = """
        {"avatar_url":null,"created_at":"2026-01-02T09:00:00.000Z",\
        "description":"Wrote the first compiler, and handed out nanoseconds.","email":"grace@example.com",\
        "id":"u-grace","name":"Grace Hopper","role":"member","updated_at":"2026-01-02T09:00:00.000Z"}
        """

    @Test("members read themselves as me and by id, in both versions")
    func reading() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-grace")
            for path in ["/v2/users/me", Self.path, "/v2/users/u%2Dgrace"] {
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
            let donald = try await backend.send(.get, "/v1/users/u-donald", token: try await backend.token(of: "u-ada"))
            #expect(donald.text == #"{"email":"donald@example.com","name":"Donald Knuth","userId":"u-donald"}"#)
        }
    }

    @Test("another user's id and an unknown id get the same response")
    func existence() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-grace")
            for id in ["u-ada", "u-nobody", "..%2Fu-grace"] {
                let response = try await backend.send(
                    .get, "/v2/users/\(id)", token: token, headers: [.xRequestID: "same"])
                #expect(
                    response.text == """
                        {"code":"not_found","detail":"Not found, or you don't have access.","request_id":"same",\
                        "status":404,"title":"Not found","type":"tag:strata.example,2026:problem/not_found"}
                        """)
            }
        }
    }

    @Test("a new user has an address, a date, and the role member by default")
    func creation() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-ada")
            let response = try await backend.send(
                .post, "/v2/users", #"{"name":"Radia Perlman","email":"radia@example.com","other":1}"#, token: token)
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

    @Test("all invalid fields are reported together")
    func validation() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-ada")
            for (method, path, json, errors) in [
                (
                    HTTPRequest.Method.post, "/v2/users", #"{"email":"nobody","description":1,"role":"queen"}"#,
                    "name required, description invalid_type, role invalid_type, email invalid"
                ),
                (.put, Self.path, "{}", "name required, email required, description required"),
                (.put, Self.path, #"{"name":null,"email":null,"description":null}"#, "name required, email required"),
                (.patch, Self.path, #"{"name":null,"email":null}"#, "name required, email required"),
                (.patch, Self.path, "[]", " invalid_type"), (.patch, Self.path, "null", " invalid_type"),
            ] {
                #expect(try await backend.outcome(method, path, json, token: token) == "422 \(errors)")
            }
        }
    }

    @Test("deleting a user deletes their tokens and avatar")
    func deletion() async throws {
        try await TestBackend.run { backend in
            let (admin, grace) = (try await backend.token(of: "u-ada"), try await backend.session(of: "u-grace"))
            try await backend.uploadGracesAvatar()
            #expect(try await backend.outcome(.delete, Self.path, token: grace.access.text) == "204")
            #expect(try await backend.outcome(.get, "/v2/users/me", token: grace.access.text) == "401 invalid_token")
            #expect(try await backend.refresh(grace.refresh.text).outcome == "401 invalid_refresh_token")
            for (method, path) in [(HTTPRequest.Method.get, ""), (.get, "/avatar"), (.delete, "")] {
                #expect(try await backend.outcome(method, Self.path + path, token: admin) == "404 not_found")
            }
        }
    }

    @Test("a change of a user or their avatar changes tag and date")
    func validators() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-grace")
            var tags: Set<String> = []
            func expectDate(_ date: String) async throws {
                let response = try await backend.send(.get, "/v2/users/me", token: token)
                #expect(response.headers[.lastModified] == date)
                tags.insert(try #require(response.headers[.eTag]))
            }
            try await expectDate("Fri, 02 Jan 2026 09:00:00 GMT")
            _ = try await backend.send(.patch, Self.path, #"{"name":"Amazing Grace"}"#, token: token)
            try await expectDate("Sun, 01 Mar 2026 09:30:00 GMT")
            backend.clock.advance(by: 60)
            try await backend.uploadGracesAvatar()
            try await expectDate("Sun, 01 Mar 2026 09:31:00 GMT")
            #expect(tags.count == 3)
        }
    }

    @Test("a write with an outdated If-Match is refused and changes nothing")
    func lostUpdate() async throws {
        for method in [HTTPRequest.Method.put, .patch, .delete] {
            try await TestBackend.run { backend in
                let token = try await backend.token(of: "u-grace")
                let old = try await backend.send(.get, Self.path, token: token).headers[.eTag] ?? ""
                _ = try await backend.send(.patch, Self.path, #"{"name":"First"}"#, token: token)
                let current = try await backend.send(.get, Self.path, token: token)
                #expect(current.text.contains(#""name":"First""#))
                for (tag, outcome) in [
                    (old, "412 precondition_failed"),
                    (current.headers[.eTag] ?? "", method == .delete ? "204" : "200"),
                ] {
                    let found = try await backend.outcome(
                        method, Self.path, #"{"name":"Second","email":"grace@example.com","description":null}"#,
                        token: token, headers: [.ifMatch: tag])
                    #expect(found == outcome, "\(method)")
                }
            }
        }
    }
}
