import Models
import Testing

struct UserIDTests {
    @Test(
        "an id is stored as the server spells it",
        arguments: [
            "a", "7", "u-ada", "U_1.b", "018f4d1e-7c1b-7cc2-a3f4-9a0c7c1b7cc2", String(repeating: "z", count: 64),
        ])
    func accepted(candidate: String) throws {
        #expect(try UserID(candidate).text == candidate)
        #expect(try "\(UserID(candidate))" == candidate)
    }

    static let bad = [
        "", " ", ".", "..", "-a", "_a", ".a", "a/b", "../admin", "a b", "a%2Fb", "a\\b", "a\n", "a\u{0}", "é",
        "a\u{301}", "１",
        "a?b", "a#b", "a:b", String(repeating: "z", count: 65),
    ]

    @Test("text that could become another path, header or file name is not an id", arguments: bad)
    func refused(candidate: String) {
        let error = #expect(throws: InvalidValue.self) { try UserID(candidate) }
        #expect(error?.field == "id")
    }

    @Test("ids that differ in case are different")
    func comparing() throws {
        #expect(try UserID("u-ada") != UserID("U-Ada"))
    }
}
