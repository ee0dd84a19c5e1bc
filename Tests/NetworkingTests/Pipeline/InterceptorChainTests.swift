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

    @Test("a request passes the interceptors in array order, and the response in reverse")
    func order() async throws {
        _ = try await session([interceptor("a"), interceptor("b"), interceptor("c")]).send(.item)
        #expect(journal.all == ["a out", "b out", "c out", "c back", "b back", "a back"])
    }

    @Test("an interceptor can return a response without calling the inner interceptors")
    func responded() async throws {
        let responding = MockInterceptor { _, _ throws(NetworkError) in .json(#"{"name":"cached"}"#) }
        let session = try session(
            [interceptor("a"), responding, MockInterceptor()], transport: MockTransport())
        #expect(try await session.send(.item) == Item(name: "cached"))
        #expect(journal.all == ["a out", "a back"])
    }

    @Test("an interceptor can call the rest of the chain twice")
    func twice() async throws {
        let again = MockInterceptor { call, next throws(NetworkError) in
            let response = try await next(call)
            return response.head.status == .serviceUnavailable ? try await next(call) : response
        }
        let transport = MockTransport(.empty(.serviceUnavailable), .json(#"{"name":"pen"}"#))
        #expect(
            try await session([interceptor("a"), again, interceptor("b")], transport: transport).send(.item).name
                == "pen")
        #expect(journal.all == ["a out", "b out", "b back", "b out", "b back", "a back"])
    }

    @Test("an interceptor's changes reach the inner interceptors, and not the outer ones")
    func changes() async throws {
        let outside = MockInterceptor { call, next throws(NetworkError) in
            let response = try await next(call)
            #expect(call.request.path == "/item")
            return response
        }
        let inside = MockInterceptor.changing { $0.request.path = "/other" }
        let transport = MockTransport(responding: .json(#"{"name":"pen"}"#))
        _ = try await session([outside, inside], transport: transport).send(.item)
        #expect(transport.requests.map(\.path) == ["/other"])
    }

    @Test("an interceptor's error ends the chain and reaches the caller")
    func throwing() async throws {
        let refusing = MockInterceptor { call, _ throws(NetworkError) in
            throw call.context.error(.transport(.unreachable), call.request)
        }
        let session = try session([interceptor("a"), refusing, MockInterceptor()], transport: MockTransport())
        let error = await expectError(.transport(.unreachable)) { try await session.send(.item) }
        #expect(error?.metadata.attempts == 0)
        #expect(journal.all == ["a out"])
    }

    @Test("one context accompanies a call through all interceptors and attempts, and the next call gets another")
    func context() async throws {
        let journal = journal
        let probe = MockInterceptor { call, next throws(NetworkError) in
            journal.add("\(call.context.id) \(call.context.operation) \(call.context.attempts)")
            return try await next(call)
        }
        let again = MockInterceptor.twice()
        let session = try session(
            [probe, again, probe], transport: MockTransport(responding: .json(#"{"name":"pen"}"#)))
        _ = try await session.send(.item)
        _ = try await session.send(.item)
        let (first, second) = (SequentialIdentifierSource.identifier(1), SequentialIdentifierSource.identifier(2))
        #expect(
            journal.all
                == ["\(first) item(at:) 0", "\(first) item(at:) 0", "\(first) item(at:) 1"]
                + ["\(second) item(at:) 0", "\(second) item(at:) 0", "\(second) item(at:) 1"])
    }
}
