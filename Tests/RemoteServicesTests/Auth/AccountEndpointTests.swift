import Foundation
import HTTPTypes
import Models
import Networking
import Primitives
import RemoteServices
import TestSupport
import Testing

/// The endpoints of logins, users and their pictures as they go over the wire: method, path with version, and body.
struct AccountEndpointTests {
    private let id: User.ID
    private let credentials: Credentials
    private let page: PageRequest

    init() throws {
        id = try User.ID("u-1.a_b")
        credentials = try Credentials(email: EmailAddress("ada@Example.COM"), password: Secret("pass \"word\" é"))
        page = try PageRequest(number: 3, size: 100)
    }

    @Test("a login, a refresh and a logout are POSTs")
    func sessions() throws {
        try expectRequest(
            Endpoint<Guest, LoginResponse>.login(credentials), "POST", "/base/v2/auth/login",
            body: #"{"email": "ada@example.com", "password": "pass \"word\" é"}"#)
        try expectRequest(
            Endpoint<Guest, TokenResponse>.refresh(RefreshRequest(refreshToken: Secret("r/1+="))), "POST",
            "/base/v2/auth/refresh", body: #"{"refresh_token": "r/1+="}"#)
        try expectRequest(Endpoint<Member, Void>.logout(), "POST", "/base/v2/auth/logout", body: nil)
    }

    @Test("users are read one by one, in both versions, or by page, and deleted")
    func users() throws {
        try expectRequest(Endpoint<Member, User>.me(), "GET", "/base/v2/users/me", body: nil)
        try expectRequest(Endpoint<Member, User>.user(id), "GET", "/base/v2/users/u-1.a_b", body: nil)
        try expectRequest(
            Endpoint<Member, User>.user(id, in: APIVersion(1)), "GET", "/base/v1/users/u-1.a_b", body: nil)
        try expectRequest(
            Endpoint<Admin, Page<User>>.users(page), "GET", "/base/v2/users?page=3&per_page=100", body: nil)
        try expectRequest(Endpoint<Member, Void>.deleteUser(id), "DELETE", "/base/v2/users/u-1.a_b", body: nil)
    }

    @Test("a profile is replaced by a PUT, and changed in part by a PATCH")
    func profiles() throws {
        let profile = Profile(name: try DisplayName("Ada"), email: try EmailAddress("a@b.cd"), about: nil)
        try expectRequest(
            Endpoint<Member, User>.replaceProfile(of: id, with: profile), "PUT", "/base/v2/users/u-1.a_b",
            body: #"{"name": "Ada", "email": "a@b.cd", "description": null}"#)
        try expectRequest(
            Endpoint<Member, User>.updateProfile(of: id, with: ProfilePatch(about: .cleared)), "PATCH",
            "/base/v2/users/u-1.a_b", body: #"{"description": null}"#)
    }

    @Test("POST an avatar, as a form of known length")
    func avatar() throws {
        let form = MultipartForm(
            parts: [.file("avatar", Data("x".utf8), fileName: "a.png", contentType: "image/png")],
            boundary: SequentialIdentifierSource.identifier(1))
        let (request, body) = try Router.fixture().route(
            Endpoint<Member, AvatarReceipt>.uploadAvatar(of: id, form: form))
        #expect(request.method == .post)
        #expect(request.path == "/base/v2/users/u-1.a_b/avatar")
        #expect(request.headerFields[.contentType] == form.contentType)
        #expect(body.length != nil && body.isReplayable)
    }

    @Test("operations are named by the function that declares them, without the call's values")
    func operations() {
        #expect(Endpoint<Guest, LoginResponse>.login(credentials).operation == "login(_:)")
        #expect(Endpoint<Member, Void>.logout().operation == "logout()")
        #expect(Endpoint<Member, User>.me().operation == "me()")
        #expect(Endpoint<Admin, Page<User>>.users(page).operation == "users(_:)")
        #expect(Endpoint<Member, Void>.deleteUser(id).operation == "deleteUser(_:)")
    }
}
