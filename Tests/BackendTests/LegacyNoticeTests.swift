import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Backend

struct LegacyNoticeTests {
    @Test("every response of version 1 announces its end, errors included", arguments: [true, false])
    func notice(isLoggedIn: Bool) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            let response = try await backend.send(.get, "/v1/users/me", token: isLoggedIn ? token : nil)
            #expect(response.headers[.deprecation] == "@1767225600")
            #expect(response.headers[.sunset] == "Mon, 01 Jan 2029 00:00:00 GMT")
            #expect(
                response.headers[.link] == """
                    </v2/users/me>; rel="successor-version", \
                    </openapi.json>; rel="deprecation"; type="application/json"
                    """)
        }
    }

    @Test("version 2 announces no end, and version 3 does not exist")
    func others() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.logIn(DemoAccounts.grace).access
            let response = try await backend.send(.get, "/v2/users/me", token: token)
            for name in [HTTPField.Name.deprecation, .sunset, .link] { #expect(response.headers[name] == nil) }
            try await backend.send(.get, "/v3/users/me", token: token).expectProblem(.notFound, "not_found")
        }
    }
}
