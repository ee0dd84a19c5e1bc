import ContractSuites
import EngineTestSupport
import Models
import Primitives
import Services
import TestSupport
import Testing

struct MockAuthServiceTests {

    @Test("a mock records calls in order, passes those without a response on, and prints no password")
    func recording() async throws {
        let account = try Account.fixture()
        let password = Canary("recorded-password")
        let credentials = try Credentials(email: EmailAddress("a@b.cd"), password: password.secret)
        let base = MockAuthService(restore: .value(nil), refresh: .success, logout: .value(.everywhere))
        let auth = MockAuthService(over: base, login: .value(account))
        _ = try await auth.restore()
        _ = try await auth.login(credentials)
        try await auth.refresh(account)
        _ = try await auth.logout(account)
        #expect(auth.calls == [.restore, .login(credentials), .refresh(account), .logout(account)])
        #expect(base.calls == [.restore, .refresh(account), .logout(account)])
        #expect(!password.isFound(in: "\(auth.calls)"))
    }

    @Test("a call without a response throws an error that names the call and the line that made the mock")
    func unexpected() async throws {
        let account = try Account.fixture()
        let auth = MockAuthService()
        await expectUnexpectedCalls([
            "AuthService.login(_:)": { _ = try await auth.login(Self.credentials()) },
            "AuthService.restore()": { _ = try await auth.restore() },
            "AuthService.refresh(_:)": { try await auth.refresh(account) },
            "AuthService.logout(_:)": { _ = try await auth.logout(account) },
            "AuthService.removeEndedAccount(_:)": { _ = try await auth.removeEndedAccount(.fixture("u-1")) },
        ])
    }

    private static func credentials() throws -> Credentials {
        try Credentials(email: EmailAddress("a@b.cd"), password: Secret("p"))
    }
}

/// Expects that each call of a mock throws an error that names it, and the file that made the mock.
func expectUnexpectedCalls(
    _ calls: [String: @Sendable () async throws -> Void], file: String = #fileID,
    sourceLocation: SourceLocation = #_sourceLocation
) async {
    for (name, call) in calls {
        let error = await expectFailure(.storage, sourceLocation: sourceLocation) { try await call() }
        #expect(error?.userMessage.contains("\(name) was called") == true, sourceLocation: sourceLocation)
        #expect(error?.userMessage.contains(file) == true, sourceLocation: sourceLocation)
    }
}
