import Foundation
import Models
import Testing

struct ReviewTests {
    @Test("a review has 1 to 5 stars, also on the wire")
    func stars() throws {
        for count in 1...5 { #expect(try Stars(count).count == count) }
        for count in [Int.min, -1, 0, 6, .max] {
            let error = #expect(throws: InvalidValue.self) { try Stars(count) }
            #expect(error == InvalidValue(field: "stars", reason: "A review has 1 to 5 stars."))
            #expect(throws: DecodingError.self) { try JSONCoding().decode([Stars].self, from: Data("[\(count)]".utf8)) }
        }
        #expect(try JSONCoding().encode([Stars(4)]) == Data("[4]".utf8))
        #expect(try JSONCoding().decode([Stars].self, from: Data("[4]".utf8)) == [Stars(4)])
    }

    @Test("a text has a visible character, at most 2000 scalars, and no surrounding white space")
    func text() throws {
        #expect(try ReviewText(" \n Cold,\n\tbut alive. ").text == "Cold,\n\tbut alive.")
        #expect(try ReviewText(String(repeating: "e\u{301}", count: 1000)).text.count == 1000)
        for candidate in ["", " \n\u{3000}", String(repeating: "a", count: 2001), "a\u{1B}[2J", "a\r\nb"] {
            let error = #expect(throws: InvalidValue.self) { try ReviewText(candidate) }
            #expect(error?.field == "text" && error?.reason.hasPrefix("The text ") == true)
        }
    }

    @Test("an id is not empty and has only visible characters", arguments: ["", " ", "a b", "é", "a\n"])
    func id(candidate: String) throws {
        #expect(throws: InvalidValue.self) { try Review.ID(candidate) }
        #expect(try Review.ID("r-42/=").text == "r-42/=")
    }
}
