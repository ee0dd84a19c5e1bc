import Testing

@testable import Demo

@Suite("what a server sends, on a terminal")
struct PrintableTests {
    @Test(
        "control characters are shown as replacement characters, everything else as it is",
        arguments: [
            ("Ada Lovelace", "Ada Lovelace"), ("\u{1B}[2Jgone", "\u{FFFD}[2Jgone"),
            ("a\nb\r\tc", "a\u{FFFD}b\u{FFFD}\u{FFFD}c"),
            ("\u{9B}31m", "\u{FFFD}31m"), ("Zoë 👩🏽‍💻", "Zoë 👩🏽‍💻"),
        ])
    func printable(text: String, shown: String) {
        #expect(text.printable == shown)
    }
}
