import ContractSuites
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("Credential origins", .failsOnUnexpectedCalls)
struct OriginTests {
    private func send(
        to baseURL: String, credentialFor origin: String = "https://api.example.com", outer: [any Interceptor] = []
    ) async throws -> (cause: NetworkError.Cause?, transport: MockTransport) {
        let transport = MockTransport(responding: .json(#"{"name":"pen"}"#))
        let credentialProvider = try CredentialProvider.fixture(
            origin: APIEnvironment.fixture(baseURL: origin).origin, storage: MockCredentialStorage(),
            refresher: MockCredentialRefresher())
        let client = try Client.fixture(
            transport: transport, interceptors: outer + [AuthenticationInterceptor()],
            environment: .fixture(baseURL: baseURL))
        let session = client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider))
        do throws(NetworkError) {
            _ = try await session.send(.item)
            return (nil, transport)
        } catch {
            return (error.cause, transport)
        }
    }

    @Test(
        "a credential is not sent to another origin",
        arguments: [
            "http://api.example.com", "https://api.example.com:8443", "https://example.com",
            "https://api.example.com.evil.net",
            "https://evil.net/api.example.com",
        ])
    func foreign(baseURL: String) async throws {
        let (cause, transport) = try await send(to: baseURL)
        #expect(cause.map { "\($0)" } == "foreignOrigin")
        #expect(transport.requests.isEmpty)
    }

    @Test(
        "a credential is sent to its origin however the origin is spelled",
        arguments: [
            "https://API.example.com", "https://api.example.com:443", "https://api.example.com/v2/",
        ])
    func same(baseURL: String) async throws {
        let (cause, transport) = try await send(to: baseURL)
        #expect(cause == nil)
        #expect(transport.requests.map { $0.headerFields[.authorization] } == ["Bearer access-1"])
    }

    @Test(
        "a call that an interceptor sends to another origin is not sent, because it would need the credential",
        arguments: [
            ("https", "evil.net"), ("http", "api.example.com"), ("https", "api.example.com:8443"),
            ("https", "api.example.com@evil.net"),
        ])
    func rewritten(scheme: String, authority: String) async throws {
        let outer = MockInterceptor { call, next throws(NetworkError) in
            var call = call
            call.request.scheme = scheme
            call.request.authority = authority
            return try await next(call)
        }
        let (cause, transport) = try await send(to: "https://api.example.com", outer: [outer])
        #expect(cause.map { "\($0)" } == "foreignOrigin")
        #expect(transport.requests.isEmpty)
    }
}
