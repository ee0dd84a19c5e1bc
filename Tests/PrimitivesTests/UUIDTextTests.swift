import Foundation
import Primitives
import Testing

@Suite("An identifier's text")
struct UUIDTextTests {
    @Test("the text of the RFC's example is correct")
    func example() throws {
        // RFC 9562 section 4, figure 4.
        let text = "f81d4fae-7dec-11d0-a765-00a0c91e6bf6"
        #expect(try #require(UUID(uuidString: text)).text == text)
    }

    @Test("the text is Foundation's in lower case, for any bytes")
    func sameAsFoundation() {
        for _ in 0..<1_000 {
            let id = RandomIdentifierSource().next()
            #expect(id.text == id.uuidString.lowercased())
        }
    }
}
