import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Backend

struct OAuthTests {
    private static func basic(_ credentials: String) -> String {
        "Basic " + Data(credentials.utf8).base64EncodedString()
    }
    private static let client = basic("strata-demo:punched-cards")

    private func send(
        _ backend: TestBackend, _ form: String, authorization: String? = client,
        type: String = "application/x-www-form-urlencoded"
    ) async throws -> TestResponse {
        var headers: HTTPFields = [.contentType: type]
        headers[.authorization] = authorization
        return try await backend.send(.post, "/oauth/token", headers: headers, body: ByteBuffer(string: form))
    }

    private func expect(
        _ response: TestResponse, _ error: String, _ status: HTTPResponse.Status = .badRequest,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let isExpected =
            response.status == status && response.headers[.contentType] == "application/json"
            && response.text.hasPrefix(#"{"error":"\#(error)","error_description":""#)
            && response.headers[.cacheControl] == "no-store"
            && (response.headers[.wwwAuthenticate]?.hasPrefix("Basic ") ?? false) == (status == .unauthorized)
        #expect(isExpected, "\(response)", sourceLocation: sourceLocation)
    }

    @Test("a client refreshes with either kind of client authentication, and the old tokens are revoked")
    func refresh() async throws {
        try await TestBackend.run { backend in
            let first = try await backend.logIn(DemoAccount.ada)
            let form = "grant_type=refresh_token&refresh_token="
            let response = try await send(backend, "\(form)\(first.refreshToken)&scope=")
            #expect(response.status == .ok && response.headers[.cacheControl] == "no-store")
            #expect(response.text.contains(#""token_type":"Bearer""#) && response.text.contains(#""expires_in":900"#))
            let second = try response.decode(Tokens.self)
            let inForm = try await send(
                backend, "client_id=strata%2Ddemo&client_secret=punched-cards&\(form)\(second.refreshToken)",
                authorization: nil)
            let third = try inForm.decode(Tokens.self)
            #expect(try await backend.outcome(.get, "/v2/users/me", token: third.accessToken) == "200")
            #expect(try await backend.outcome(.get, "/v2/users/me", token: second.accessToken) == "401 invalid_token")
            // A used token ends the session at this endpoint too.
            expect(try await send(backend, form + first.refreshToken), "invalid_grant")
            #expect(try await backend.outcome(.get, "/v2/users/me", token: third.accessToken) == "401 invalid_token")
        }
    }

    @Test("a request without valid client credentials gets invalid_client and uses no token")
    func client() async throws {
        try await TestBackend.run { backend in
            let token = try await backend.session(of: "u-ada").refresh.text
            for (authorization, fields) in [
                (nil, ""), (nil, "&client_id=strata-demo"), (nil, "&client_id=strata-demo&client_secret=wrong"),
                (Self.basic("strata-demo:wrong"), ""), (Self.basic("other:punched-cards"), ""),
                (Self.basic("strata-demo"), ""), ("Basic !", ""), ("Bearer x", ""),
            ] {
                let form = "grant_type=refresh_token&refresh_token=\(token)\(fields)"
                expect(try await send(backend, form, authorization: authorization), "invalid_client", .unauthorized)
            }
            #expect(try await backend.refresh(token).status == .ok)
        }
    }

    @Test("an invalid token request gets the error code of RFC 6749")
    func errors() async throws {
        try await TestBackend.run { backend in
            for (form, error) in [
                ("grant_type=password&username=a&password=b", "unsupported_grant_type"),
                ("", "invalid_request"), ("grant_type=refresh_token", "invalid_request"),
                ("grant_type=refresh_token&refresh_token=", "invalid_request"),
                ("refresh_token=x", "invalid_request"), ("grant_type=%zz", "invalid_request"),
                ("grant_type=refresh_token&grant_type=refresh_token&refresh_token=x", "invalid_request"),
                ("grant_type=refresh_token&refresh_token=x", "invalid_grant"),
                ("grant_type=refresh_token&refresh_token=x&client_secret=punched-cards", "invalid_request"),
                ("grant_type=refresh_token&refresh_token=x&client_id=other", "invalid_request"),
            ] { expect(try await send(backend, form), error) }
            expect(try await send(backend, "{}", type: "application/json"), "invalid_request")
        }
    }
}
