import Foundation
import Models
import Networking
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing

/// The endpoints of logins as they go over the wire: method, path with version, and body, as servers read them.
struct AuthEndpointTests {
    @Test("POST login")
    func login() throws {
        let credentials = try Credentials(email: EmailAddress("ada@Example.COM"), password: Secret("pass \"word\" é"))
        try expectRequest(
            Endpoint<Guest, LoginResponse>.login(credentials), "POST", "/base/v2/auth/login",
            body: #"{"email": "ada@example.com", "password": "pass \"word\" é"}"#)
    }

    @Test("POST refresh")
    func refresh() throws {
        try expectRequest(
            Endpoint<Guest, TokenResponse>.refresh(RefreshRequest(refreshToken: Secret("r/1+="))), "POST",
            "/base/v2/auth/refresh", body: #"{"refresh_token": "r/1+="}"#)
    }

    @Test("POST logout")
    func logout() throws {
        try expectRequest(Endpoint<Member, Void>.logout(), "POST", "/base/v2/auth/logout", body: nil)
    }

    @Test("operations are named by the function that declares them, without the call's values")
    func operations() throws {
        let credentials = try Credentials(email: EmailAddress("ada@example.com"), password: Secret("p"))
        #expect(Endpoint<Guest, LoginResponse>.login(credentials).operation == "login(_:)")
        #expect(Endpoint<Member, Void>.logout().operation == "logout()")
    }
}
