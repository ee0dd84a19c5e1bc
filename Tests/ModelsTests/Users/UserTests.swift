import Foundation
import Models
import Testing

struct UserTests {
    private let json = JSONCoding()

    @Test("a user is decoded with every key")
    func complete() throws {
        let text = """
            {"avatar_url":"http://strata.test/v2/users/u-ada/avatar?v=0123456789abcdef",\
            "created_at":"2026-03-01T09:30:00.250Z","description":"Wrote \\"G\\"/1843.","email":"ada@example.com",\
            "id":"u-ada","name":"Ada Lovelace","role":"admin","updated_at":"2026-03-01T09:30:00.007Z","new_key":[1]}
            """
        let user = try json.decode(User.self, from: Data(text.utf8))
        #expect(
            user
                == User(
                    id: try User.ID("u-ada"), name: try DisplayName("Ada Lovelace"),
                    email: try EmailAddress("ada@example.com"), role: .admin, about: "Wrote \"G\"/1843.",
                    avatarURL: URL(string: "http://strata.test/v2/users/u-ada/avatar?v=0123456789abcdef"),
                    createdAt: Date(timeIntervalSince1970: 1_772_357_400.250),
                    updatedAt: Date(timeIntervalSince1970: 1_772_357_400.007)))
        #expect(try json.decode(User.self, from: json.encode(user)) == user)
    }

    @Test("a user is decoded with nulls, and without the optional keys", arguments: [true, false])
    func bare(writesNulls: Bool) throws {
        let nulls = writesNulls ? #""avatar_url":null,"description":null,"# : ""
        let text = """
            {\(nulls)"created_at":"2026-03-01T09:30:00Z","email":"ada@example.com","id":"u-ada",\
            "name":"Ada Lovelace","role":"member","updated_at":"2026-03-01T09:30:00Z"}
            """
        let user = try json.decode(User.self, from: Data(text.utf8))
        #expect(user.about == nil && user.avatarURL == nil && user.role == .member)
    }

    @Test("a role from a newer server counts as the weakest", arguments: ["owner", "Admin", "", "superuser"])
    func role(name: String) throws {
        #expect(try json.decode(User.self, from: Self.text(role: name)).role == .member)
    }

    @Test("an invalid avatar URL is decoded as nil", arguments: ["", "http://[::1"])
    func picture(address: String) throws {
        #expect(try json.decode(User.self, from: Self.text(avatar: address)).avatarURL == nil)
    }

    @Test(
        "a user that breaks the server's own rules is rejected with the invalid field",
        arguments: [("id", "../admin"), ("email", "ada"), ("name", " ")])
    func broken(field: String, value: String) throws {
        let text = Self.text(
            id: field == "id" ? value : "u-1", name: field == "name" ? value : "Ada",
            email: field == "email" ? value : "ada@example.com")
        let error = #expect(throws: DecodingError.self) { try json.decode(User.self, from: text) }
        #expect((error?.corruption?.underlyingError as? InvalidValue)?.field == field)
    }

    @Test(
        "a user without one of its keys is a decoding error that names it",
        arguments: ["id", "email", "name", "role", "created_at", "updated_at"])
    func missing(key: String) throws {
        let text = String(decoding: Self.text(), as: UTF8.self).replacing("\"\(key)\"", with: "\"other\"")
        let error = #expect(throws: DecodingError.self) { try json.decode(User.self, from: Data(text.utf8)) }
        guard case .keyNotFound(let missing, _) = error else {
            Issue.record("got \(String(describing: error))")
            return
        }
        #expect(missing.stringValue == key)
    }

    private static func text(
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
