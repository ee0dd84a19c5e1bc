import Testing

@testable import Demo

@Suite("Keys of a terminal in raw mode")
struct KeystrokeDecoderTests {
    @Test(
        "bytes become keys",
        arguments: [
            ("moby", [.text("moby")]), ("m\u{7F}\u{8}", [.text("m"), .backspace, .backspace]),
            ("\r\n", [.enter, .enter]), ("\u{15}\u{17}", [.deleteLine, .deleteWord]),
            ("\u{3}\u{4}", [.interrupt, .endOfInput]), ("\u{10}\u{E}", [.up, .down]),
            ("\u{1B}", [.escape]), ("\u{1B}\u{1B}", [.escape, .escape]),
            ("\u{1B}[A\u{1B}[B", [.up, .down]), ("\u{1B}OA\u{1B}OB", [.up, .down]),
            ("\u{1B}[1;5Bx", [.down, .text("x")]),
            ("a\u{1B}[3~b\t\u{0}c", [.text("a"), .text("b"), .text("c")]), ("\u{1B}fx", [.text("x")]),
            ("Zoë 鯨\u{85}👩🏽‍💻", [.text("Zoë 鯨👩🏽‍💻")]),
        ] as [(String, [Keystroke])])
    func keys(text: String, keys: [Keystroke]) {
        var decoder = KeystrokeDecoder()
        #expect(decoder.decode(Array(text.utf8)) == keys)
        #expect(decoder.decode(Array("x".utf8)) == [.text("x")], "something is left over")
    }

    @Test("a character or a sequence that arrives in pieces is read as a whole")
    func pieces() {
        for character in ["é", "鯨", "🐋"] {
            var decoder = KeystrokeDecoder()
            var keys: [Keystroke] = []
            for byte in character.utf8 { keys += decoder.decode([byte]) }
            #expect(keys == [.text(character)])
        }
        var decoder = KeystrokeDecoder()
        #expect(decoder.decode(Array("\u{1B}[1".utf8)) == [])
        #expect(decoder.decode(Array(";2".utf8)) == [])
        #expect(decoder.decode(Array("Ax".utf8)) == [.up, .text("x")])
    }

    @Test("invalid UTF-8 is ignored, and the text around it remains")
    func invalid() {
        var decoder = KeystrokeDecoder()
        #expect(decoder.decode([0x61, 0xFF, 0x80, 0x62, 0xC3]) == [.text("ab")])
        #expect(decoder.decode([0x62]) == [.text("b")])
    }

    @Test("a sequence without end does not block the keys after it")
    func endless() {
        var decoder = KeystrokeDecoder()
        #expect(decoder.decode(Array("\u{1B}[".utf8)) == [])
        #expect(decoder.decode([UInt8](repeating: UInt8(ascii: "1"), count: 1_000)) == [])
        #expect(decoder.decode(Array("x".utf8)) == [.text("x")])
    }

    @Test("any bytes in any pieces give only text that can be shown")
    func anyBytes() {
        var random = SystemRandomNumberGenerator()
        var decoder = KeystrokeDecoder()
        for _ in 0..<2_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            for case .text(let text) in decoder.decode(bytes) {
                #expect(!text.isEmpty && text.printable == text, "\(bytes)")
            }
        }
    }
}
