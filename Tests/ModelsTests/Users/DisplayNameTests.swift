import Models
import Testing

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
