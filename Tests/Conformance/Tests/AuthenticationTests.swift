import Foundation
import Networking
import Primitives
import TestSupport
import Testing

@Suite("Authentication with httpbin", .againstHttpbin, .timeLimit(.minutes(20)))
struct AuthenticationTests {
    private struct Check: Decodable, Equatable {
        let authenticated: Bool
        var user: String?
        var token: String?
    }

    private func basic(_ user: String, _ password: String) throws -> Chain {
        var chain = Chain()
        chain.authentication = try BasicAuthenticationInterceptor(
            user: user, password: Secret(password), for: Httpbin.environment().origin)
        return chain
    }

    @Test("the right user and password are accepted", arguments: TransportUnderTest.all)
    func basicRight(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport, basic("ada", "lovelace")) { visitor in
            let check: Check = try await visitor.guest.send(
                Endpoint(.get, "/basic-auth/ada/lovelace", response: .json))
            #expect(check == Check(authenticated: true, user: "ada"))
        }
    }

    @Test("a user name and a password with non-ASCII characters arrive unchanged", arguments: TransportUnderTest.all)
    func basicUnicode(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport, basic("Zoë", "pä:ss wörd")) { visitor in
            let check: Check = try await visitor.guest.send(
                Endpoint(.get, "/basic-auth/\("Zoë")/\("pä:ss wörd")", response: .json))
            #expect(check == Check(authenticated: true, user: "Zoë"))
        }
    }

    @Test("a wrong password is a 401, and is sent once", arguments: TransportUnderTest.all)
    func basicWrong(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport, basic("ada", "byron")) { visitor in
            let error = await visitor.failure(.get, "/basic-auth/ada/lovelace")
            #expect(error?.cause == .status(HTTPFailure(status: 401)))
            #expect(error?.metadata.attempts == 1)
            let response = try await visitor.response(.get, "/basic-auth/ada/lovelace")
            #expect(response.header("WWW-Authenticate") == #"Basic realm="Fake Realm""#)
        }
    }

    @Test("credentials are sent to a server that never requests a password", arguments: TransportUnderTest.all)
    func hiddenRight(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport, basic("ada", "lovelace")) { visitor in
            let check: Check = try await visitor.guest.send(
                Endpoint(.get, "/hidden-basic-auth/ada/lovelace", response: .json))
            #expect(check == Check(authenticated: true, user: "ada"))
        }
    }

    @Test("a wrong password without a challenge is a 404", arguments: TransportUnderTest.all)
    func hiddenWrong(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport, basic("ada", "byron")) { visitor in
            let error = await visitor.failure(.get, "/hidden-basic-auth/ada/lovelace")
            #expect(error?.cause == .status(HTTPFailure(status: 404)))
        }
    }

    @Test("a bearer token arrives unchanged", arguments: TransportUnderTest.all)
    func bearer(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let refresher = MockCredentialRefresher()
            let check: Check = try await visitor.member("a.b-c_d~e+f/g==", refreshedBy: refresher)
                .send(Endpoint(.get, "/bearer", response: .json))
            #expect(check == Check(authenticated: true, token: "a.b-c_d~e+f/g=="))
            #expect(refresher.calls.count == 0)
        }
    }

    @Test("a call without a token triggers no refresh, and the 401 is its result", arguments: TransportUnderTest.all)
    func bearerMissing(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let response = try await visitor.response(.get, "/bearer")
            #expect(response.status == 401)
            #expect(response.header("WWW-Authenticate") == "Bearer")
            #expect(response.attempts == 1)
        }
    }

    @Test("a rejected token is refreshed once for twenty calls", arguments: TransportUnderTest.all)
    func refresh(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let refresher = MockCredentialRefresher([.success(.lasting("second"))])
            let member = visitor.member("first", refreshedBy: refresher)
            // This server rejects every bearer token on this path, so the 401 for the refreshed one is final.
            let attempts = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        let response = try await member.response(
                            to: Endpoint(.get, "/basic-auth/ada/lovelace", response: .nothing))
                        return (response.status, response.attempts)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(attempts.map(\.0) == Array(repeating: 401, count: 20))
            #expect(attempts.map(\.1).allSatisfy { $0 <= 2 })
            #expect(attempts.map(\.1).contains(2))
            #expect(refresher.calls.count == 1)
            let now: Check = try await member.send(Endpoint(.get, "/bearer", response: .json))
            #expect(now.token == "second")
        }
    }

    @Test("an API key arrives in its header field", arguments: TransportUnderTest.all)
    func keyInHeader(transport: TransportUnderTest) async throws {
        var chain = Chain()
        chain.authentication = try APIKeyInterceptor(
            Secret("k3y"), in: .header("X-Api-Key"), for: Httpbin.environment().origin)
        try await Visitor.visit(over: transport, chain) { visitor in
            let echo = try await visitor.echo(query: [QueryItem("page", 2)])
            #expect(echo.header("X-Api-Key") == "k3y")
            #expect(echo.args == ["page": ["2"]])
        }
    }

    @Test("an API key arrives in the query, beside the other items", arguments: TransportUnderTest.all)
    func keyInQuery(transport: TransportUnderTest) async throws {
        var chain = Chain()
        chain.authentication = try APIKeyInterceptor(
            Secret("k3y&x=é"), in: .query("api_key"), for: Httpbin.environment().origin)
        try await Visitor.visit(over: transport, chain) { visitor in
            let echo = try await visitor.echo(query: [QueryItem("page", 2)])
            #expect(echo.args == ["page": ["2"], "api_key": ["k3y&x=é"]])
            #expect(echo.header("X-Api-Key") == nil)
        }
    }
}
