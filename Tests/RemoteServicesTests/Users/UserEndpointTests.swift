import Foundation
import Models
import Networking
import Primitives
import RemoteServices
import Services
import TestSupport
import Testing

/// The endpoints of users as they go over the wire.
struct UserEndpointTests {
    private let id: User.ID

    init() throws {
        id = try User.ID("u-1.a_b")
    }

    @Test("GET me, and one user in both versions")
    func reading() throws {
        try expectRequest(Endpoint<Member, User>.me(), "GET", "/base/v2/users/me", body: nil)
        try expectRequest(Endpoint<Member, User>.user(id), "GET", "/base/v2/users/u-1.a_b", body: nil)
        try expectRequest(
            Endpoint<Member, User>.user(id, in: APIVersion(1)), "GET", "/base/v1/users/u-1.a_b", body: nil)
    }

    @Test("GET users, by page")
    func listing() throws {
        let page = try PageRequest(number: 3, size: 100)
        try expectRequest(
            Endpoint<Admin, Page<User>>.users(page), "GET", "/base/v2/users?page=3&per_page=100", body: nil)
    }

    @Test("PUT writes every key, an absent description as null")
    func replacing() throws {
        var profile = Profile(name: try DisplayName("Ada"), email: try EmailAddress("a@b.cd"), about: "Hi.")
        try expectRequest(
            Endpoint<Member, User>.replaceProfile(of: id, with: profile), "PUT", "/base/v2/users/u-1.a_b",
            body: #"{"name": "Ada", "email": "a@b.cd", "description": "Hi."}"#)
        profile.about = nil
        try expectRequest(
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
            try expectRequest(
                Endpoint<Member, User>.updateProfile(of: id, with: patch), "PATCH", "/base/v2/users/u-1.a_b",
                body: body)
        }
    }

    @Test("DELETE a user")
    func deleting() throws {
        try expectRequest(Endpoint<Member, Void>.deleteUser(id), "DELETE", "/base/v2/users/u-1.a_b", body: nil)
    }

    @Test("operations are named by the function that declares them")
    func operations() throws {
        #expect(Endpoint<Member, User>.me().operation == "me()")
        #expect(Endpoint<Member, User>.user(id).operation == "user(_:)")
        #expect(Endpoint<Admin, Page<User>>.users(try PageRequest(size: 1)).operation == "users(_:)")
        #expect(Endpoint<Member, Void>.deleteUser(id).operation == "deleteUser(_:)")
    }
}
