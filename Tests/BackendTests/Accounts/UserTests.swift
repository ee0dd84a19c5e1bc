import HTTPTypes
import Testing

@testable import Backend

struct UserTests {
    private static let path = "/v2/users/u-grace"

    @Test("version 1 has fields of its own, and leaves out what is not set")
    func legacy() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-ada")
            for (path, text) in [
                (
                    "/v1/users/u-grace",
                    #"{"description":"Wrote the first compiler, and handed out nanoseconds.","#
                        + #""email":"grace@example.com","name":"Grace Hopper","userId":"u-grace"}"#
                ), ("/v1/users/u-donald", #"{"email":"donald@example.com","name":"Donald Knuth","userId":"u-donald"}"#),
            ] {
                #expect(try await backend.send(.get, path, token: token).text == text)
            }
            #expect(try await backend.send(.get, "/v1/users/me", token: token).text.contains(#""userId":"u-ada""#))
        }
    }

    @Test("another user's id and an unknown id get the same response")
    func existence() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-grace")
            var texts: Set<String> = []
            for id in ["u-ada", "u-nobody", "..%2Fu-grace"] {
                let response = try await backend.send(
                    .get, "/v2/users/\(id)", token: token, headers: [.xRequestID: "same"])
                #expect(try response.outcome == "404 not_found")
                texts.insert(response.text)
            }
            #expect(texts.count == 1)
        }
    }

    @Test("a new user has an address, and is a member by default")
    func creation() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.token(of: "u-ada")
            let response = try await backend.send(
                .post, "/v2/users", #"{"name":"Radia Perlman","email":"radia@example.com","other":1}"#, token: token)
            #expect(response.status == .created && response.text.contains(#""role":"member""#))
            let location = try #require(response.headers[.location])
            let path = try #require(location.wholeMatch(of: /http:\/\/strata\.test(\/v2\/users\/u-[0-9a-f\-]{36})/)?.1)
            #expect(try await backend.send(.get, String(path), token: token).text == response.text)
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
