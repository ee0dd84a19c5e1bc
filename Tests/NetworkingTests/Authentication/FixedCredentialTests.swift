import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import TestSupport
import Testing

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
