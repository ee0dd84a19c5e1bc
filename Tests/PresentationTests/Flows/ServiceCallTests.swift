import EngineTestSupport
import Models
import Presentation
import Services
import TestSupport
import Testing

@MainActor
@Suite("Completion handlers for service calls", .timeLimit(.minutes(10)))
struct ServiceCallTests {
    @Test("a method of a service is called by its name, and its handler receives the value")
    func value() async throws {
        let account = try Account.fixture()
        let auth: any AuthService = MockAuthService(restore: .value(account))
        let result = await withCheckedContinuation { continuation in
            ServiceCall(auth.restore) { continuation.resume(returning: $0) }
        }
        #expect(try result.get() == account)
    }

    @Test("the handler runs after the code that started the call")
    func order() async {
        var events: [String] = []
        await withCheckedContinuation { continuation in
            ServiceCall({ 1 }) { _ in
                events.append("handler")
                continuation.resume()
            }
            events.append("started")
        }
        #expect(events == ["started", "handler"])
    }

    @Test("cancel() cancels the service's call, and the handler receives its cancellation")
    func cancel() async {
        let gate = Gate()
        let (results, report) = AsyncStream.makeStream(of: FakeFailure?.self)
        let call = ServiceCall {
            () async throws(FakeFailure) in
            try await gate.pass(orThrow: .cancelled)
        } completion: {
            if case .failure(let error) = $0 { report.yield(error) } else { report.yield(nil) }
        }
        await gate.waitForArrivals(1)
        call.cancel()
        call.cancel()
        #expect(await results.next() == .cancelled)
    }

    @Test("a call whose handle is released goes on")
    func release() async {
        let gate = Gate()
        let (results, report) = AsyncStream.makeStream(of: Result<Int, FakeFailure>.self)
        ServiceCall { () async throws(FakeFailure) in
            try await gate.pass(orThrow: .cancelled)
            return 7
        } completion: {
            report.yield($0)
        }
        await gate.waitForArrivals(1)
        gate.open()
        #expect(await results.next() == .success(7))
    }
}
