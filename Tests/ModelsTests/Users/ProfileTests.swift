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

struct DisplayNameTests {
    static let good: [(given: String, stored: String)] = [
        ("Ada", "Ada"), ("  Ada Lovelace \n", "Ada Lovelace"), ("李", "李"), ("X Æ A-12", "X Æ A-12"),
        ("👩‍👩‍👧‍👦", "👩‍👩‍👧‍👦"),
        ("O'Neill; DROP TABLE", "O'Neill; DROP TABLE"),
        (String(repeating: "é", count: 100), String(repeating: "é", count: 100)),
    ]

    @Test("a name is stored without surrounding white space", arguments: good)
    func accepted(given: String, stored: String) throws {
        #expect(try DisplayName(given).text == stored)
        #expect(try "\(DisplayName(given))" == stored)
    }

    static let bad = [
        "", " ", "\t\n", "\u{3000}", "Ada\nLovelace", "Ada\r\nLovelace", "Ada\u{2028}Lovelace", "Ada\u{85}Lovelace",
        "Ada\u{0}", "Ada\u{1B}[31m", "Ada\u{7}", "Ada\tLovelace", "Ada\u{9B}31m", String(repeating: "a", count: 101),
    ]

    @Test("text that is empty, too long, on two lines or has control characters is not a name", arguments: bad)
    func refused(candidate: String) {
        let error = #expect(throws: InvalidValue.self) { try DisplayName(candidate) }
        #expect(error?.field == "name")
        #expect(error?.reason.hasSuffix(".") == true)
    }
}
