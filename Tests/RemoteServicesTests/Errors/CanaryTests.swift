import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing

/// Searches for secrets in everything that a failing service reports.
@Suite(.failsOnUnexpectedCalls)
struct CanaryTests {
    private static let password = Canary("service-password")
    private static let access = Canary("service-access")
    private static let refresh = Canary("service-refresh")

    static let responses: [ServerResponse] = [
        Wire.unauthorized,
        .empty(.internalServerError),
        .text("<html>\(access.text)", status: .badGateway),
        response(refreshToken: "7", lifetime: "900"),
        response(refreshToken: "\"\(refresh.text)\"", lifetime: "\"soon\""),
        response(refreshToken: "\"\(refresh.text)\"", lifetime: "900"),
        .json(#"{"access_token": "\#(access.text)", "refresh_token": "\#(refresh.text.dropLast(3))"#),
        .json(Wire.login.replacing("access-1", with: access.text).replacing("\"u-1\"", with: "\"/\"")),
    ]

    private static func response(refreshToken: String, lifetime: String) -> ServerResponse {
        .json(
            #"{"access_token": "\#(access.text)", "refresh_token": \#(refreshToken), "expires_in": \#(lifetime)}"#)
    }

    @Test("a login that fails reports neither password nor token", arguments: responses)
    func login(response: ServerResponse) async throws {
        let services = try RemoteServicesFixture(over: MockTransport(response))
        let credentials = try Credentials(
            email: EmailAddress("ada@example.com"), password: Self.password.secret)
        let error = try #require(
            await #expect(throws: AuthServiceError.self) { try await services.auth.login(credentials) })
        expectNoCanary(in: error)
    }

    @Test("a login that can't be stored reports neither password nor token")
    func storage() async throws {
        let response = Wire.login.replacing("access-1", with: Self.access.text).replacing(
            "refresh-1", with: Self.refresh.text)
        let services = try RemoteServicesFixture(
            over: MockTransport(.json(response)), authSessions: MockAuthSessionStore(failingWith: .full(path: "/data")))
        let credentials = try Credentials(
            email: EmailAddress("ada@example.com"), password: Self.password.secret)
        expectNoCanary(
            in: try #require(
                await #expect(throws: AuthServiceError.self) { try await services.auth.login(credentials) }))
    }

    @Test("a refresh that fails reports no token", arguments: responses)
    func refresh(response: ServerResponse) async throws {
        let services = try RemoteServicesFixture(over: MockTransport(response))
        let credential = BearerCredential(
            token: Self.access.secret, refreshToken: Self.refresh.secret, expiresAt: services.clock.now)
        try await services.stores.authSessions.save(.fixture(credential: credential))
        let account = try #require(try await services.auth.restore())
        do throws(AuthServiceError) {
            try await services.auth.refresh(account)
        } catch {
            expectNoCanary(in: error)
        }
    }

    private func expectNoCanary(in error: AuthServiceError) {
        var dumped = ""
        dump(error, to: &dumped)
        let said = [
            error.userMessage, "\(error)", String(reflecting: error), error.localizedDescription, dumped,
            error.failure.map { "\($0)" } ?? "",
        ]
        // Not even a part of one.
        for text in said { #expect(!text.contains("canary")) }
    }
}
