import Testing

@testable import Demo

@Suite("Text that fits in the columns of a terminal")
struct FittingTests {
    @Test("a text that is too wide is cut before a whole character and gets an ellipsis")
    func fitted() {
        #expect("whale".fitted(to: 5) == "whale")
        #expect("whale".fitted(to: 4) == "wha…")
        #expect("鯨鯨鯨".fitted(to: 6) == "鯨鯨鯨")
        #expect("鯨鯨鯨".fitted(to: 5) == "鯨鯨…")
        #expect("鯨鯨鯨".fitted(to: 4) == "鯨…")
        #expect("whale".fitted(to: 1) == "…")
        #expect("whale".fitted(to: 0) == "")
    }

    @Test("a message is wrapped between words, and only a word that is too long is cut")
    func wrapped() {
        #expect("call me ishmael".wrapped(to: 7) == ["call me", "ishmael"])
        #expect("call me ishmael".wrapped(to: 80) == ["call me ishmael"])
        #expect("ishmael".wrapped(to: 3) == ["ish", "mae", "l"])
        #expect("call 鯨鯨鯨".wrapped(to: 4) == ["call", "鯨鯨", "鯨"])
        #expect("鯨".wrapped(to: 1) == ["鯨"], "a character that is wider than a line")
        #expect("".wrapped(to: 3) == [])
    }

    @Test("combining characters without end are cut, although they need no columns")
    func endless() {
        let flood = String(repeating: "e\u{308}", count: 3) + String(repeating: "\u{308}", count: 100_000)
        #expect(flood.fitted(to: 20).unicodeScalars.count < 200)
    }
}
