import Foundation
import HTTPTypes
import Models
import Networking
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing

/// Every endpoint as it goes over the wire: method, path with version, and body, as servers read them.
struct EndpointTests {
    private let router: Router
    private let id: UserID

    init() throws {
        router = Router(
            environment: try .fixture(baseURL: "https://api.example.com/base/", version: APIVersion(2)),
            coding: JSONBodyCoding())
        id = try UserID("u-1.a_b")
    }

    @Test("POST login")
    func login() throws {
        let credentials = try Credentials(email: EmailAddress("ada@Example.COM"), password: Secret("pass \"word\" é"))
        try expect(
            Endpoint<Guest, LoginResponse>.login(credentials), "POST", "/base/v2/auth/login",
            body: #"{"email": "ada@example.com", "password": "pass \"word\" é"}"#)
    }

    @Test("POST refresh")
    func refresh() throws {
        try expect(
            Endpoint<Guest, TokenResponse>.refresh(RefreshRequest(refreshToken: Secret("r/1+="))), "POST",
            "/base/v2/auth/refresh", body: #"{"refresh_token": "r/1+="}"#)
    }

    @Test("POST logout")
    func logout() throws {
        try expect(Endpoint<Member, Void>.logout(), "POST", "/base/v2/auth/logout", body: nil)
    }

    @Test("GET me, and one user in both versions")
    func reading() throws {
        try expect(Endpoint<Member, User>.me(), "GET", "/base/v2/users/me", body: nil)
        try expect(Endpoint<Member, User>.user(id), "GET", "/base/v2/users/u-1.a_b", body: nil)
        try expect(Endpoint<Member, User>.user(id, in: APIVersion(1)), "GET", "/base/v1/users/u-1.a_b", body: nil)
    }

    @Test("GET users, by page")
    func listing() throws {
        let page = try PageRequest(number: 3, size: 100)
        try expect(Endpoint<Admin, Page<User>>.users(page), "GET", "/base/v2/users?page=3&per_page=100", body: nil)
    }

    @Test("PUT writes every key, an absent description as null")
    func replacing() throws {
        var profile = Profile(name: try DisplayName("Ada"), email: try EmailAddress("a@b.cd"), about: "Hi.")
        try expect(
            Endpoint<Member, User>.replaceProfile(of: id, with: profile), "PUT", "/base/v2/users/u-1.a_b",
            body: #"{"name": "Ada", "email": "a@b.cd", "description": "Hi."}"#)
        profile.about = nil
        try expect(
            Endpoint<Member, User>.replaceProfile(of: id, with: profile), "PUT", "/base/v2/users/u-1.a_b",
            body: #"{"name": "Ada", "email": "a@b.cd", "description": null}"#)
    }

    @Test("PATCH writes what changes: absent, null and text are distinct")
    func patching() throws {
        let patches: [(ProfilePatch, String)] = [
            (ProfilePatch(), "{}"),
            (ProfilePatch(about: .cleared), #"{"description": null}"#),
            (ProfilePatch(about: .set("Hi.")), #"{"description": "Hi."}"#),
            (ProfilePatch(name: try DisplayName("Ada")), #"{"name": "Ada"}"#),
            (ProfilePatch(email: try EmailAddress("a@b.cd")), #"{"email": "a@b.cd"}"#),
        ]
        for (patch, body) in patches {
            try expect(
                Endpoint<Member, User>.updateProfile(of: id, with: patch), "PATCH", "/base/v2/users/u-1.a_b",
                body: body)
        }
    }

    @Test("DELETE a user")
    func deleting() throws {
        try expect(Endpoint<Member, Void>.deleteUser(id), "DELETE", "/base/v2/users/u-1.a_b", body: nil)
    }

    @Test("POST an avatar, as a form of known length")
    func avatar() throws {
        let form = MultipartForm(
            parts: [.file("avatar", Data("x".utf8), fileName: "a.png", contentType: "image/png")],
            boundary: SequentialIdentifierSource.identifier(1))
        let (request, body) = try router.route(Endpoint<Member, AvatarReceipt>.uploadAvatar(of: id, form: form))
        #expect(request.method == .post)
        #expect(request.path == "/base/v2/users/u-1.a_b/avatar")
        #expect(request.headerFields[.contentType] == form.contentType)
        #expect(body.length != nil && body.isReplayable)
    }

    @Test("operations are named by the function that declares them, without the call's values")
    func operations() throws {
        #expect(Endpoint<Member, User>.me().operation == "me()")
        #expect(Endpoint<Member, User>.user(id).operation == "user(_:)")
        #expect(Endpoint<Admin, Page<User>>.users(try PageRequest(size: 1)).operation == "users(_:)")
        #expect(Endpoint<Member, Void>.deleteUser(id).operation == "deleteUser(_:)")
    }

    private func expect<Access, Response>(
        _ endpoint: Endpoint<Access, Response>, _ method: String, _ path: String, body expected: String?,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let (request, body) = try router.route(endpoint)
        #expect(request.method.rawValue == method, sourceLocation: sourceLocation)
        #expect(request.path == path, sourceLocation: sourceLocation)
        #expect(request.authority == "api.example.com", sourceLocation: sourceLocation)
        switch (body, expected) {
        case (.empty, nil):
            #expect(request.headerFields[.contentType] == nil, sourceLocation: sourceLocation)
        case (.data(let data), .some(let expected)):
            #expect(request.headerFields[.contentType] == "application/json", sourceLocation: sourceLocation)
            try expectJSON(data, is: expected, sourceLocation: sourceLocation)
        default:
            Issue.record("expected \(expected ?? "no body"), got \(body)", sourceLocation: sourceLocation)
        }
    }
}
