import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Testing

@Suite("OAuth 2 refresh", .failsOnUnexpectedCalls)
struct OAuthTests {
    private let clock = ManualClock()

    /// The result of a refresh, after a single request: a refresh token is never sent twice.
    private func refresh(
        _ response: ServerResponse, at url: String = "https://login.example.com/oauth/token/?tenant=1",
        as oauthClient: OAuthClient = OAuthClient(id: "app"), scope: String? = nil, monitor: MockEventMonitor = .init()
    ) async throws -> (result: Result<BearerCredential, NetworkError>, call: MockTransport.Call) {
        let transport = MockTransport(response)
        let refresher = try OAuthCredentialRefresher(
            tokenURL: #require(URL(string: url)), oauthClient: oauthClient, scope: scope,
            client: .fixture(transport: transport, time: clock, monitor: monitor), time: clock)
        let result: Result<BearerCredential, NetworkError>
        do throws(NetworkError) {
            result = .success(try await refresher.refresh(.fixture(1)))
        } catch {
            result = .failure(error)
        }
        #expect(transport.calls.count == 1)
        return (result, try #require(transport.calls.first))
    }

    private func cause(_ response: ServerResponse) async throws -> NetworkError.Cause? {
        if case .failure(let error) = try await refresh(response).result { error.cause } else { nil }
    }

    private func body(_ call: MockTransport.Call) -> String {
        if case .data(let data) = call.body { String(decoding: data, as: UTF8.self) } else { "" }
    }

    private let good = ServerResponse.json(
        #"{"access_token":"a-2","token_type":"bearer","expires_in":3600,"refresh_token":"r-2"}"#)

    @Test("a refresh is one form sent to the token URL, without the old access token")
    func request() async throws {
        let call = try await refresh(good, scope: "read write").call
        #expect(call.request.method == .post)
        #expect(call.request.authority == "login.example.com")
        #expect(call.request.path == "/oauth/token/?tenant=1")
        #expect(call.request.headerFields[.contentType] == "application/x-www-form-urlencoded")
        #expect(call.request.headerFields[.accept] == "application/json")
        #expect(call.request.headerFields[.authorization] == nil)
        #expect(body(call) == "grant_type=refresh_token&refresh_token=refresh-1&scope=read+write&client_id=app")
    }

    @Test(
        "the client authenticates as RFC 6749 section 2.3.1 requires, form-encoded before the parts are joined",
        arguments: [
            (OAuthClient(id: "a:b", authentication: .basic(Secret("s cret/é"))), "a%3Ab:s+cret%2F%C3%A9", ""),
            (OAuthClient(id: "app", authentication: .post(Secret("s&x"))), nil, "&client_id=app&client_secret=s%26x"),
        ] as [(OAuthClient, String?, String)])
    func authentication(client: OAuthClient, user: String?, parameters: String) async throws {
        let call = try await refresh(good, as: client).call
        let expected = user.map { "Basic \(Data($0.utf8).base64EncodedString())" }
        #expect(call.request.headerFields[.authorization] == expected)
        #expect(body(call) == "grant_type=refresh_token&refresh_token=refresh-1\(parameters)")
    }

    @Test(
        "a rotated refresh token replaces the old one; without rotation the old one stays",
        arguments: [
            (#"{"access_token":"a-2","token_type":"Bearer","expires_in":60,"refresh_token":"r-2"}"#, "r-2", 60),
            (#"{"access_token":"a-2","token_type":"BEARER","expires_in":60.5,"scope":"x"}"#, "refresh-1", 60.5),
            (#"{"access_token":"a-2","token_type":"bearer","expires_in":"60","refresh_token":""}"#, "refresh-1", 60),
            (#"{"access_token":"a-2","token_type":"bearer","refresh_token":null}"#, "refresh-1", nil),
            (#"{"access_token":"a-2","token_type":"bearer","expires_in":"soon"}"#, "refresh-1", nil),
        ] as [(String, String, Double?)])
    func responses(json: String, refreshToken: String, lifetime: Double?) async throws {
        clock.advance(by: .seconds(7))
        let next = try await refresh(.json(json)).result.get()
        #expect(next.token == Secret("a-2"))
        #expect(next.refreshToken == Secret(refreshToken))
        #expect(next.expiresAt == lifetime.map { clock.now.addingTimeInterval($0) })
    }

    @Test(
        "a response without a bearer token is rejected",
        arguments: [
            #"{"access_token":"SECRET","token_type":"mac"}"#, #"{"access_token":"SECRET"}"#,
            #"{"access_token":"","token_type":"bearer"}"#, #"{"token_type":"bearer"}"#, "<html>SECRET</html>", "",
        ])
    func wrongResponses(json: String) async throws {
        let cause = try await cause(.json(Canary("oauth-token").planted(in: json)))
        #expect(cause?.name == "decoding")
        #expect(!"\(cause as Any)".contains("canary"))
    }

    @Test(
        "only invalid_grant ends the auth session; a wrong client secret or an HTML page does not",
        arguments: [
            (400, "invalid_grant", true), (401, "invalid_client", false), (400, "invalid_client", false),
            (401, "invalid_grant", true), (403, "invalid_grant", true), (200, "invalid_grant", true),
            (200, "invalid_client", false), (400, "invalid_request", false), (400, "invalid_scope", false),
            (403, "access_denied", false), (429, "slow_down", false), (503, "temporarily_unavailable", false),
        ])
    func refusals(status: Int, code: String, isFinal: Bool) async throws {
        let json = #"{"error":"\#(code)","error_description":"Why."}"#
        let refusal = HTTPFailure(status: status, code: code, message: "Why.")
        #expect(
            try await cause(.json(json, status: .init(code: status))) == (isFinal ? .loggedOut : .status(refusal)))
        let page = ServerResponse.text("<html>\(code)</html>", as: "text/html", status: .init(code: status))
        let pageCause = try await cause(page)
        #expect(status == 200 ? pageCause?.name == "decoding" : pageCause == .status(HTTPFailure(status: status)))
    }

    @Test("reported errors contain no token and no client secret")
    func secrecy() async throws {
        let (monitor, secret) = (MockEventMonitor(), Canary("oauth-client"))
        let client = OAuthClient(id: "app", authentication: .basic(secret.secret))
        let failure = ServerResponse.json(#"{"error":"x"}"#, status: .badRequest)
        let result = try await refresh(
            failure, at: "https://login.example.com/t?key=\(secret.text)", as: client, monitor: monitor
        ).result
        #expect(monitor.names == ["started", "attemptStarted", "responded", "failed"])
        for text in ["\(monitor.events)", "\(result)", "\(client)", String(reflecting: client)] {
            #expect(!text.contains("canary") && !secret.isFound(in: text) && !text.contains("refresh-1"))
        }
    }

    @Test(
        "a token URL that no request can be made from is rejected",
        arguments: ["ftp://x.example/t", "/token", "https://u:p@x.example/t"])
    func invalidURL(text: String) throws {
        let url = try #require(URL(string: text))
        let client = try TokenEndpointClient.fixture(transport: MockTransport())
        #expect(throws: InvalidAPIEnvironment.self) {
            try OAuthCredentialRefresher(
                tokenURL: url, oauthClient: OAuthClient(id: "app"), client: client, time: clock)
        }
    }
}
