import Foundation
import HTTPTypes
import NIOCore
import Testing

@testable import Backend

struct OAuthTests {
    private static let basic = "Basic " + Data("strata-demo:punched-cards".utf8).base64EncodedString()

    private func send(
        _ backend: TestBackend, _ form: String, authorization: String? = basic,
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
        #expect(response.status == status, sourceLocation: sourceLocation)
        #expect(response.text.contains(#""error":"\#(error)""#), sourceLocation: sourceLocation)
        #expect(response.text.contains(#""error_description":""#), sourceLocation: sourceLocation)
        #expect(response.headers[.contentType] == "application/json", sourceLocation: sourceLocation)
        #expect(response.headers[.cacheControl] == "no-store", sourceLocation: sourceLocation)
        #expect(
            response.headers[.wwwAuthenticate]?.hasPrefix("Basic ") ?? false == (status == .unauthorized),
            sourceLocation: sourceLocation)
    }

    @Test("a client refreshes with either kind of client authentication, and the old tokens are revoked")
    func refresh() async throws {
        try await TestBackend.run { backend in
            let first = try await backend.logIn(DemoAccounts.ada)
            let response = try await send(backend, "grant_type=refresh_token&refresh_token=\(first.refresh)&scope=")
            #expect(response.status == .ok && response.headers[.cacheControl] == "no-store")
            #expect(response.text.contains(#""token_type":"Bearer""#) && response.text.contains(#""expires_in":900"#))
            let second = try response.decode(Tokens.self)
            let inForm = try await send(
                backend,
                "client_id=strata%2Ddemo&client_secret=punched-cards&grant_type=refresh_token"
                    + "&refresh_token=\(second.refresh)", authorization: nil)
            let third = try inForm.decode(Tokens.self)
            #expect(try await backend.send(.get, "/v2/users/me", token: third.access).status == .ok)
            try await backend.send(.get, "/v2/users/me", token: second.access)
                .expectProblem(.unauthorized, "invalid_token")
            // A used token ends the session at this endpoint too.
            expect(try await send(backend, "grant_type=refresh_token&refresh_token=\(first.refresh)"), "invalid_grant")
            try await backend.send(.get, "/v2/users/me", token: third.access)
                .expectProblem(.unauthorized, "invalid_token")
        }
    }

    @Test(
        "a request without valid client credentials gets invalid_client and uses no token",
        arguments: [
            (nil, ""), (nil, "&client_id=strata-demo"), (nil, "&client_id=strata-demo&client_secret=wrong"),
            ("Basic \(Data("strata-demo:wrong".utf8).base64EncodedString())", ""),
            ("Basic \(Data("other:punched-cards".utf8).base64EncodedString())", ""), ("Basic !", ""),
            ("Bearer x", ""), ("Basic \(Data("strata-demo".utf8).base64EncodedString())", ""),
        ] as [(String?, String)])
    func client(authorization: String?, fields: String) async throws {
        try await TestBackend.run { backend in
            let token = try await backend.session(of: "u-ada").refresh.text
            let form = "grant_type=refresh_token&refresh_token=\(token)\(fields)"
            expect(try await send(backend, form, authorization: authorization), "invalid_client", .unauthorized)
            #expect(try await backend.refresh(token).status == .ok)
        }
    }

    @Test(
        "an invalid token request gets the error code of RFC 6749",
        arguments: [
            ("grant_type=password&username=a&password=b", "unsupported_grant_type"),
            ("", "invalid_request"), ("grant_type=refresh_token", "invalid_request"),
            ("grant_type=refresh_token&refresh_token=", "invalid_request"),
            ("refresh_token=x", "invalid_request"), ("grant_type=%zz", "invalid_request"),
            ("grant_type=refresh_token&grant_type=refresh_token&refresh_token=x", "invalid_request"),
            ("grant_type=refresh_token&refresh_token=x", "invalid_grant"),
            ("grant_type=refresh_token&refresh_token=x&client_secret=punched-cards", "invalid_request"),
            ("grant_type=refresh_token&refresh_token=x&client_id=other", "invalid_request"),
        ])
    func errors(form: String, error: String) async throws {
        try await TestBackend.run { backend in
            expect(try await send(backend, form), error)
        }
    }

    @Test(
        "a form body is decoded as browsers encode it",
        arguments: [
            ("a=1&b=two+words%21", ["a": "1", "b": "two words!"]), ("a", ["a": ""]), ("", [:]), ("a=b=c", ["a": "b=c"]),
            ("a=%2B", ["a": "+"]), ("a=1&a=2", nil), ("a=%", nil),
        ] as [(String, [String: String]?)])
    func forms(text: String, fields: [String: String]?) {
        #expect(
            QueryFields(form: text).map { Dictionary($0.fields.map { ($0.name, $0.value) }) { $1 } } == fields)
    }
}
