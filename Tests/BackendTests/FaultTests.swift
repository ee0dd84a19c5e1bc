import HTTPTypes
import HummingbirdTesting
import Testing

@testable import Backend

struct FaultTests {
    @Test("the counters count what they are named for, and not themselves")
    func counters() async throws {
        try await TestBackend.run { backend in
            let tokens = try await backend.logIn(DemoAccounts.ada)
            _ = try await backend.refresh(tokens.refresh)
            _ = try await backend.refresh("spent")
            _ = try await backend.send(.get, "/v2/users/me")
            _ = try await backend.send(.get, "/nowhere")
            let counted = try await backend.send(.get, "/faults/counters")
            #expect(counted.text == #"{"logins":1,"refreshes":2,"requests":5,"unauthorized":2}"#)
            #expect(try await backend.send(.post, "/faults/reset-counters").status == .noContent)
            let reset = try await backend.send(.get, "/faults/counters")
            #expect(reset.text == #"{"logins":0,"refreshes":0,"requests":0,"unauthorized":0}"#)
        }
    }

    @Test(
        "without the setting there are no switches",
        arguments: ["/faults/counters", "/faults/expire-access-tokens", "/faults/reset-counters"])
    func absent(path: String) async throws {
        try await TestBackend.run {
            $0.faults = false
        } _: { backend in
            try await backend.send(.get, path).expectProblem(.notFound, "not_found")
            try await backend.send(.post, path).expectProblem(.notFound, "not_found")
        }
    }
}
