import Foundation
import Models
import Testing

struct ProfileTests {
    private let json = JSONCoding(formatting: [.sortedKeys, .withoutEscapingSlashes])
    private let name: DisplayName
    private let email: EmailAddress

    init() throws {
        name = try DisplayName("Ada/\"A\" é")
        email = try EmailAddress("ada@example.com")
    }

    @Test("a profile writes every key, an absent description as null")
    func profile() throws {
        #expect(
            try text(Profile(name: name, email: email, about: "Hi.\n"))
                == #"{"description":"Hi.\n","email":"ada@example.com","name":"Ada/\"A\" é"}"#)
        #expect(
            try text(Profile(name: name, email: email, about: nil))
                == #"{"description":null,"email":"ada@example.com","name":"Ada/\"A\" é"}"#)
    }

    @Test("a patch writes what changes and nothing else: absent, null and text are distinct")
    func patch() throws {
        #expect(try text(ProfilePatch()) == "{}")
        #expect(try text(ProfilePatch(about: .cleared)) == #"{"description":null}"#)
        #expect(try text(ProfilePatch(about: .set(""))) == #"{"description":""}"#)
        #expect(try text(ProfilePatch(about: .set("Hi."))) == #"{"description":"Hi."}"#)
        #expect(
            try text(ProfilePatch(name: name, email: email))
                == #"{"email":"ada@example.com","name":"Ada/\"A\" é"}"#)
    }

    @Test("only a patch that names nothing is empty")
    func isEmpty() {
        #expect(ProfilePatch().isEmpty)
        #expect(!ProfilePatch(name: name).isEmpty)
        #expect(!ProfilePatch(email: email).isEmpty)
        #expect(!ProfilePatch(about: .cleared).isEmpty)
        #expect(!ProfilePatch(about: .set("")).isEmpty)
    }

    private func text(_ value: some Encodable) throws -> String {
        String(decoding: try json.encode(value), as: UTF8.self)
    }
}
