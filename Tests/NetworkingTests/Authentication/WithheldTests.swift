import ContractSuites
import HTTPTypes
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("Withheld credentials", .failsOnUnexpectedCalls)
struct WithheldTests {
    @Test("a call with withheld credentials is sent unsigned, even to an origin that the credential doesn't belong to")
    func unsigned() async throws {
        let elsewhere = MockInterceptor { call, next throws(NetworkError) in
            var call = call
            call.request.authority = "elsewhere.example"
            call.signing = .withheld
            return try await next(call)
        }
        let transport = MockTransport(responding: .json(#"{"name":"pen"}"#))
        let client = try Client.fixture(transport: transport, interceptors: [elsewhere, AuthenticationInterceptor()])
        let credentialProvider = try CredentialProvider.fixture(refresher: MockCredentialRefresher())
        _ = try await client.session(with: CredentialHandle<TestMember>(credentialProvider: credentialProvider)).send(
            .item)
        #expect(transport.requests.map { $0.headerFields.contains(.authorization) } == [false])
        #expect(transport.requests.map(\.authority) == ["elsewhere.example"])
    }
}
