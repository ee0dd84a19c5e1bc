import Foundation
import Models
import RemoteServices
import Testing

/// Users in both versions of the API, decoded to the app's one value.
struct UserWireTests {
    private let json = JSONCoding()

    @Test("a version 2 user is decoded with every key")
    func complete() throws {
        let text = """
            {"avatar_url":"http://strata.test/v2/users/u-ada/avatar?v=0123456789abcdef",\
            "created_at":"2026-03-01T09:30:00.250Z","description":"Wrote \\"G\\"/1843.","email":"ada@example.com",\
            "id":"u-ada","name":"Ada Lovelace","role":"admin","updated_at":"2026-03-01T09:30:00.007Z","new_key":[1]}
            """
        let user = try User(json.decode(UserV2.self, from: Data(text.utf8)))
        #expect(
            user
                == User(
                    id: try User.ID("u-ada"), name: try DisplayName("Ada Lovelace"),
                    email: try EmailAddress("ada@example.com"), role: .admin, about: "Wrote \"G\"/1843.",
                    avatarURL: URL(string: "http://strata.test/v2/users/u-ada/avatar?v=0123456789abcdef"),
                    createdAt: Date(timeIntervalSince1970: 1_772_357_400.250),
                    updatedAt: Date(timeIntervalSince1970: 1_772_357_400.007)))
    }

    @Test("a version 2 user is decoded with nulls, and without the optional keys", arguments: [true, false])
    func bare(writesNulls: Bool) throws {
        let nulls = writesNulls ? #""avatar_url":null,"description":null,"# : ""
        let text = """
            {\(nulls)"created_at":"2026-03-01T09:30:00Z","email":"ada@example.com","id":"u-ada",\
            "name":"Ada Lovelace","role":"member","updated_at":"2026-03-01T09:30:00Z"}
            """
        let user = try User(json.decode(UserV2.self, from: Data(text.utf8)))
        #expect(user.about == nil && user.avatarURL == nil && user.role == .member)
    }

    @Test("a role from a newer server counts as the weakest", arguments: ["owner", "Admin", "", "superuser"])
    func role(name: String) throws {
        #expect(try User(json.decode(UserV2.self, from: Self.userV2(role: name))).role == .member)
    }

    @Test("an invalid avatar URL is decoded as nil", arguments: ["", "http://[::1"])
    func picture(address: String) throws {
        #expect(try User(json.decode(UserV2.self, from: Self.userV2(avatar: address))).avatarURL == nil)
    }

    @Test(
        "a user that breaks the server's own rules is rejected with the invalid field",
        arguments: [("id", "../admin"), ("email", "ada"), ("name", " ")])
    func broken(field: String, value: String) throws {
        let wire = try json.decode(
            UserV2.self,
            from: Self.userV2(
                id: field == "id" ? value : "u-1", name: field == "name" ? value : "Ada",
                email: field == "email" ? value : "ada@example.com"))
        let error = #expect(throws: InvalidValue.self) { try User(wire) }
        #expect(error?.field == field)
    }

    @Test(
        "a version 2 user without one of its keys is a decoding error that names it",
        arguments: ["id", "email", "name", "role", "created_at", "updated_at"])
    func missing(key: String) throws {
        let text = String(decoding: Self.userV2(), as: UTF8.self).replacing("\"\(key)\"", with: "\"other\"")
        let error = #expect(throws: DecodingError.self) { try json.decode(UserV2.self, from: Data(text.utf8)) }
        guard case .keyNotFound(let missing, _) = error else {
            Issue.record("got \(String(describing: error))")
            return
        }
        #expect(missing.stringValue == key)
    }

    @Test("a version 1 user has another id key, no role, picture or dates, and may leave out the description")
    func version1() throws {
        let complete =
            #"{"description":"Wrote \"G\"/1843.","email":"ada@example.com","name":"Ada Lovelace","userId":"u-ada"}"#
        let user = try User(json.decode(UserV1.self, from: Data(complete.utf8)))
        #expect(
            user
                == User(
                    id: try User.ID("u-ada"), name: try DisplayName("Ada Lovelace"),
                    email: try EmailAddress("ada@example.com"), about: "Wrote \"G\"/1843."))
        #expect(user.role == .member && user.createdAt == nil && user.avatarURL == nil)
        let bare = #"{"email":"ada@example.com","name":"Ada Lovelace","userId":"u-ada"}"#
        #expect(try User(json.decode(UserV1.self, from: Data(bare.utf8))).about == nil)
    }

    @Test("version 2 is not read as version 1, nor the other way round")
    func versions() {
        #expect(throws: DecodingError.self) { try json.decode(UserV1.self, from: Self.userV2()) }
        let version1 = Data(#"{"email":"a@b.cd","name":"Ada","userId":"u-1"}"#.utf8)
        #expect(throws: DecodingError.self) { try json.decode(UserV2.self, from: version1) }
    }

    @Test("an avatar's receipt is decoded")
    func receipt() throws {
        let text = """
            {"avatar_url":"http://strata.test/v2/users/u-ada/avatar?v=0123","content_type":"image/png",\
            "sha256":"e3b0c442","size":64,"uploaded_at":"2026-03-01T09:30:00.250Z"}
            """
        let receipt = try json.decode(AvatarReceipt.self, from: Data(text.utf8))
        let url = try #require(URL(string: "http://strata.test/v2/users/u-ada/avatar?v=0123"))
        #expect(
            receipt
                == AvatarReceipt(
                    avatarURL: url, contentType: "image/png", size: 64, sha256: "e3b0c442",
                    uploadedAt: Timestamp(Date(timeIntervalSince1970: 1_772_357_400.250))))
    }

    private static func userV2(
        id: String = "u-1", name: String = "Ada", email: String = "ada@example.com", role: String = "member",
        avatar: String = "http://strata.test/a"
    ) -> Data {
        Data(
            """
            {"avatar_url":"\(avatar)","created_at":"2026-03-01T09:30:00Z","description":null,"email":"\(email)",\
            "id":"\(id)","name":"\(name)","role":"\(role)","updated_at":"2026-03-01T09:30:00Z"}
            """.utf8)
    }
}
