import ContractSuites
import HTTPTypes
import Networking
import NetworkingTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("Interceptor chain", .failsOnUnexpectedCalls)
struct InterceptorChainTests {
    private let journal = LineRecorder()

    private func interceptor(_ name: String) -> MockInterceptor {
        MockInterceptor { [journal] call, next throws(NetworkError) in
            journal.add("\(name) out")
            let response = try await next(call)
            journal.add("\(name) back")
            return response
        }
    }

    private func session(
        _ interceptors: [any Interceptor], transport: any Transport = MockTransport(.json(#"{"name":"pen"}"#))
    ) throws -> Session<TestGuest> {
        try Session.guest(over: transport, through: interceptors)
    }

    @Test("a request passes the interceptors in array order and the response in reverse, also if one sends it twice")
    func twice() async throws {
        let again = MockInterceptor { call, next throws(NetworkError) in
            let response = try await next(call)
            return response.head.status == .serviceUnavailable ? try await next(call) : response
        }
        let transport = MockTransport(.empty(.serviceUnavailable), .json(#"{"name":"pen"}"#))
        let session = try session([interceptor("a"), again, interceptor("b")], transport: transport)
        #expect(try await session.send(.item).name == "pen")
        #expect(journal.all == ["a out", "b out", "b back", "b out", "b back", "a back"])
    }
}
