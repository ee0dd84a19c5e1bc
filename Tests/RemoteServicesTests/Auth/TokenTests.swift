import EngineTestSupport
import Foundation
import Models
import Primitives
import RemoteServices
import Testing

struct TokenTests {
    private static let canary = Canary("model")
    private let json = JSONCoding(formatting: [.sortedKeys, .withoutEscapingSlashes])

    @Test("a login response has tokens and the id and role of their user, whatever its other fields are")
    func login() throws {
        let text = """
            {"access_token":"a/+=","expires_in":900,"refresh_token":"r","token_type":"Bearer","user":{\
            "avatar_url":null,"created_at":"yesterday","email":"nowhere","id":"u-ada","name":" ","role":"admin"}}
            """
        let login = try json.decode(LoginResponse.self, from: Data(text.utf8))
        #expect(login.userID == (try UserID("u-ada")))
        #expect(login.role == .admin)
        let response = login.tokens
        #expect(response.accessToken == Secret("a/+="))
        #expect(response.refreshToken == Secret("r"))
        let now = Date(timeIntervalSince1970: 1_000)
        #expect(
            response.credential(receivedAt: now)
                == BearerCredential(
                    token: Secret("a/+="), refreshToken: Secret("r"), expiresAt: Date(timeIntervalSince1970: 1_900)))
    }

    @Test("a response with an access token only gives a credential without an expiry, and the earlier refresh token")
    func bare() throws {
        let response = try json.decode(TokenResponse.self, from: Data(#"{"access_token":"a"}"#.utf8))
        for earlier in [nil, Secret("r")] {
            #expect(
                response.credential(receivedAt: .now, after: earlier)
                    == BearerCredential(token: Secret("a"), refreshToken: earlier, expiresAt: nil))
        }
    }

    @Test(
        "a negative lifetime has expired, and an absurd one is limited to ten years",
        arguments: [(-1.0, 0.0), (0, 0), (315_360_000, 315_360_000), (1e300, 315_360_000)])
    func life(said: Double, counted: Double) throws {
        let text = #"{"access_token":"a","expires_in":\#(said),"refresh_token":"r"}"#
        let response = try json.decode(TokenResponse.self, from: Data(text.utf8))
        let now = Date(timeIntervalSince1970: 1_000)
        #expect(response.credential(receivedAt: now).expiresAt == now.addingTimeInterval(counted))
    }

    @Test("a token response without an access token is rejected, and a login response without a valid user too")
    func missing() {
        let refresh = #"{"expires_in":900,"refresh_token":"r"}"#
        #expect(throws: DecodingError.self) { try json.decode(TokenResponse.self, from: Data(refresh.utf8)) }
        let login = #"{"access_token":"a"}"#
        #expect(throws: DecodingError.self) { try json.decode(LoginResponse.self, from: Data(login.utf8)) }
        let invalid = #"{"access_token":"a","user":{"id":"u/ada","role":"member"}}"#
        #expect(throws: InvalidValue.self) { try json.decode(LoginResponse.self, from: Data(invalid.utf8)) }
    }

    @Test("an empty password is rejected, and any other is left to the server")
    func password() throws {
        let email = try EmailAddress("ada@example.com")
        let error = #expect(throws: InvalidValue.self) { try Credentials(email: email, password: Secret("")) }
        #expect(error?.field == "password")
        #expect(try Credentials(email: email, password: Secret(" ")).password == Secret(" "))
    }

    @Test("no secret is encoded by accident: neither a secret nor a credential can be encoded at all")
    func unencodable() {
        let secret: Any = Self.canary.secret
        #expect(!(secret is any Encodable))
        let credential: Any = BearerCredential(
            token: Self.canary.secret, refreshToken: Self.canary.secret, expiresAt: .distantPast)
        #expect(!(credential is any Encodable))
        #expect(!(TokenResponse.self is any Encodable.Type))
    }

    @Test("no secret is printed by accident")
    func unprintable() throws {
        let credentials = try Credentials(email: EmailAddress("ada@example.com"), password: Self.canary.secret)
        let text = Self.canary.planted(in: #"{"access_token":"SECRET","expires_in":900,"refresh_token":"SECRET"}"#)
        let response = try json.decode(TokenResponse.self, from: Data(text.utf8))
        let values: [Any] = [
            credentials, RefreshRequest(refreshToken: Self.canary.secret), response,
            response.credential(receivedAt: .now),
        ]
        for value in values {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                #expect(!text.contains("canary"))
                #expect(text.contains(Secret<String>.redaction))
            }
        }
    }
}
