import ContractSuites
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

@Suite("Credential origins", .failsOnUnexpectedCalls)
struct OriginTests {
    private func send(
        to baseURL: String = "https://api.example.com", through outer: [any Interceptor] = []
    ) async throws -> (cause: NetworkError.Cause?, transport: MockTransport) {
        let transport = MockTransport(responding: .json(#"{"name":"pen"}"#))
        let credentialProvider = try CredentialProvider.fixture(
            storage: MockCredentialStorage(), refresher: MockCredentialRefresher())
        let session = try Client.fixture(
            transport: transport, interceptors: outer + [AuthenticationInterceptor()],
            environment: .fixture(baseURL: baseURL)
        ).member(of: credentialProvider)
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
            "https://api.example.com.evil.net", "https://evil.net/api.example.com",
        ])
    func foreign(baseURL: String) async throws {
        let (cause, transport) = try await send(to: baseURL)
        #expect(cause == .foreignOrigin)
        #expect(transport.requests.isEmpty)
    }

    @Test(
        "a credential is sent to its origin however the origin is spelled",
        arguments: ["https://API.example.com", "https://api.example.com:443", "https://api.example.com/v2/"])
    func same(baseURL: String) async throws {
        let (cause, transport) = try await send(to: baseURL)
        #expect(cause == nil)
        #expect(transport.requests.map { $0.headerFields[.authorization] } == ["Bearer access-1"])
    }

    @Test(
        "a call that an interceptor sends to another origin is not sent, unless its credential is withheld",
        arguments: [("https", "evil.net"), ("http", "api.example.com"), ("https", "api.example.com@evil.net")],
        [false, true])
    func rewritten(target: (scheme: String, authority: String), isWithheld: Bool) async throws {
        let outer = MockInterceptor.changing { call in
            (call.request.scheme, call.request.authority) = (target.scheme, target.authority)
            if isWithheld { call.signing = .withheld }
        }
        let (cause, transport) = try await send(through: [outer])
        #expect(cause == (isWithheld ? nil : .foreignOrigin))
        #expect(transport.requests.map { $0.headerFields[.authorization] } == (isWithheld ? [nil] : []))
    }
}

@Suite("A session with a fixed credential")
struct FixedCredentialTests {
    @Test("it signs its calls with the token, even an expired one, and ends at the first refusal without a refresh")
    func signsAndEnds() async throws {
        let transport = MockTransport(.json(#"{"name": "pen"}"#), .empty(.unauthorized))
        let client = try Client.fixture(transport: transport, interceptors: [AuthenticationInterceptor()])
        let session = client.session(
            for: TestMember.self,
            signedBy: BearerCredential(token: Secret("a-1"), refreshToken: Secret("r-1"), expiresAt: .distantPast))
        #expect(try await session.send(.item) == Item(name: "pen"))
        for _ in 1...2 {
            let error = await #expect(throws: NetworkError.self) { try await session.send(.item) }
            #expect(error?.cause == .loggedOut)
        }
        #expect(transport.calls.map { $0.request.headerFields[.authorization] } == ["Bearer a-1", "Bearer a-1"])
    }
}
