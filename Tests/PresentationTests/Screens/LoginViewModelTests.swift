import EngineTestSupport
import Models
import Presentation
import Primitives
import Services
import TestSupport
import Testing

@MainActor
@Suite("Login screen", .timeLimit(.minutes(10)))
struct LoginViewModelTests {
    private let gate = Gate()

    private func makeModel(_ auth: MockAuthService) -> LoginViewModel {
        let model = LoginViewModel(auth: auth)
        model.email = "ada@example.com"
        model.password = Secret("analytical engine")
        return model
    }

    @Test("a login shows that it is in progress, also after an edit, then the account, and clears the password")
    func login() async throws {
        let account = try Account.fixture()
        let auth = MockAuthService(
            login: .closure { [gate] _ in
                await gate.pass()
                return account
            })
        let model = makeModel(auth)
        model.submit()
        guard case .loggingIn = model.state else { return unexpected(model) }
        #expect(model.account == nil)
        model.submit()
        await gate.waitForArrivals(1)
        // An edit does not hide that the server has accepted the login.
        model.email = "grace@example.com"
        guard case .loggingIn = model.state else { return unexpected(model) }
        gate.open()
        try await wait { model.account == account }
        #expect(model.password.reveal().isEmpty)
        #expect(auth.calls.count == 1)
    }

    @Test("an invalid field is reported like an error of the server, and no request is sent")
    func invalid() {
        let auth = MockAuthService()
        let model = makeModel(auth)
        model.email = "ada"
        model.submit()
        guard case .failed(.invalid(let values)) = model.state else { return unexpected(model) }
        #expect(values.map(\.field) == ["email"])
        #expect(model.message != nil)
        #expect(auth.calls.isEmpty)
        model.email = "ada@"
        #expect(model.message == nil)
    }

    @Test("wrong credentials are shown until the next edit, and the password stays")
    func refused() async throws {
        let model = makeModel(MockAuthService(login: .error(.specific(.wrongCredentials()))))
        model.submit()
        try await wait { model.message != nil }
        #expect(model.message == AuthServiceError.specific(.wrongCredentials()).localizableUserMessage)
        #expect(!model.password.reveal().isEmpty)
        model.password = Secret("difference engine")
        guard case .editing = model.state else { return unexpected(model) }
    }

    @Test("a cancellation by the service is no error")
    func cancelledByService() async throws {
        let model = makeModel(MockAuthService(login: .error(.cancelled)))
        model.submit()
        try await wait { if case .editing = model.state { true } else { false } }
        #expect(model.message == nil)
    }

    private func unexpected(_ model: LoginViewModel) {
        Issue.record("\(model.state)")
    }
}
