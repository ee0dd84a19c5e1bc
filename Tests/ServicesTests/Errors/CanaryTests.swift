import Foundation
import HTTPTypes
import Models
import Networking
import Persistence
import Primitives
import Services
import TestSupport
import Testing

/// Secrets that are searched for in all that a failing service says.
struct CanaryTests {
    private static let password = "canary-password"
    private static let tokens = ["canary-access", "canary-refresh", "canary-next-access"]

    static let answers: [ServerResponse] = [
        Wire.unauthorized,
        .empty(.internalServerError),
        .text("<html>canary-access", status: .badGateway),
        .json(#"{"access_token": "canary-access", "refresh_token": 7, "expires_in": 900}"#),
        .json(#"{"access_token": "canary-access", "refresh_token": "canary-refresh", "expires_in": "soon"}"#),
        .json(#"{"access_token": "canary-access", "refresh_token": "canary-refresh", "expires_in": 900}"#),
        .json(#"{"access_token": "canary-access", "refresh_token": "canary-refr"#),
        .json(Wire.login.replacing("access-1", with: "canary-access").replacing("ada@", with: "ada")),
    ]

    @Test("a login that fails tells neither password nor token", arguments: answers)
    func login(answer: ServerResponse) async throws {
        let services = try WiredServices(over: StubTransport(answer))
        let credentials = try Credentials(
            email: EmailAddress("ada@example.com"), password: Secret(Self.password))
        let error = try #require(
            await #expect(throws: ServiceError.self) { try await services.auth.login(credentials) })
        expectNoCanary(in: error)
    }

    @Test("a login that can't be kept tells neither password nor token")
    func storage() async throws {
        let answer = Wire.login.replacing("access-1", with: "canary-access").replacing(
            "refresh-1", with: "canary-refresh")
        let services = try WiredServices(
            over: StubTransport(.json(answer)), signIns: StubSignInStore(failingWith: .full(path: "/data")))
        let credentials = try Credentials(
            email: EmailAddress("ada@example.com"), password: Secret(Self.password))
        expectNoCanary(
            in: try #require(
                await #expect(throws: ServiceError.self) { try await services.auth.login(credentials) }))
    }

    @Test("a refresh that fails tells no token", arguments: answers)
    func refresh(answer: ServerResponse) async throws {
        let services = try WiredServices(over: StubTransport(answer))
        let tokens = TokenPair(
            access: Secret("canary-access"), refresh: Secret("canary-refresh"), accessExpiresAt: services.clock.now)
        try await services.signIns.save(.fixture(tokens: tokens))
        let account = try #require(try await services.auth.restore())
        do throws(ServiceError) {
            try await services.auth.refresh(account)
        } catch {
            expectNoCanary(in: error)
        }
    }

    private func expectNoCanary(in error: ServiceError) {
        var dumped = ""
        dump(error, to: &dumped)
        let said = [
            error.explanation, "\(error)", String(reflecting: error), error.localizedDescription, dumped,
            error.evidence.map { "\($0)" } ?? "",
        ]
        for secret in Self.tokens + [Self.password] {
            for text in said { #expect(!text.contains(secret)) }
        }
    }
}
