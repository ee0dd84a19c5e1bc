import EngineTestSupport
import Foundation
import Networking
import Primitives
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

    @Test(
        "the right user and password are accepted, whether the server requests them or never does",
        arguments: TransportUnderTest.all,
        [("basic-auth", "ada", "lovelace"), ("hidden-basic-auth", "Zoë", "pä:ss wörd")])
    func basicRight(transport: TransportUnderTest, login: (path: String, user: String, password: String)) async throws {
        try await Visitor.visit(over: transport, basic(login.user, login.password)) { visitor in
            let check: Check = try await visitor.guest.send(
                Endpoint(.get, "/\(login.path)/\(login.user)/\(login.password)", response: .json))
            #expect(check == Check(authenticated: true, user: login.user))
        }
    }

    @Test("a wrong password is a 401, and is sent once", arguments: TransportUnderTest.all)
    func basicWrong(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport, basic("ada", "byron")) { visitor in
            let response = try await visitor.response(.get, "/basic-auth/ada/lovelace")
            #expect(response.status == 401 && response.attempts == 1)
            #expect(response.header("WWW-Authenticate") == #"Basic realm="Fake Realm""#)
        }
    }

    @Test("a bearer token arrives unchanged", arguments: TransportUnderTest.all)
    func bearer(transport: TransportUnderTest) async throws {
        try await Visitor.visit(over: transport) { visitor in
            let check: Check = try await visitor.member("a.b-c_d~e+f/g==")
                .send(Endpoint(.get, "/bearer", response: .json))
            #expect(check == Check(authenticated: true, token: "a.b-c_d~e+f/g=="))
        }
    }

    @Test(
        "an API key arrives in its header field, or in the query beside the other items",
        arguments: TransportUnderTest.all)
    func key(transport: TransportUnderTest) async throws {
        let (origin, key) = (try Httpbin.environment().origin, "k3y&x=é")
        for (place, header, query) in [
            (APIKeyInterceptor.Place.header("X-Api-Key"), "k3y", ["page": ["2"]]),
            (.query("api_key"), nil, ["page": ["2"], "api_key": [key]]),
        ] as [(APIKeyInterceptor.Place, String?, [String: Echo.Values])] {
            var chain = Chain()
            chain.authentication = try APIKeyInterceptor(Secret(header ?? key), in: place, for: origin)
            try await Visitor.visit(over: transport, chain) { visitor in
                let echo = try await visitor.echo(query: [QueryItem("page", 2)])
                #expect(echo.header("X-Api-Key") == header)
                #expect(echo.args == query)
            }
        }
    }
}
