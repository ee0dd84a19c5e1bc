import Composition
import Foundation
import Networking
import Testing

@Suite("A session for any URL")
struct OneLineSessionTests {
    private struct Health: Decodable, Sendable {
        let status: String
    }

    @Test("one line reads a value from a real server, and a failure has the server's words")
    func read() async throws {
        try await Workplace.with { place in
            let health: Health = try await Session(place.backend).get("/v2/health")
            #expect(health.status == "ok")
            let error = await #expect(throws: NetworkError.self) {
                let _: Health = try await Session(place.backend).get("/v2/users/me")
            }
            guard case .status(let failure) = error?.cause else {
                Issue.record("expected a refusal, got \(String(describing: error))")
                return
            }
            #expect(failure.code == "missing_token")
            #expect(failure.message == "This resource requires an access token.")
        }
    }
}
