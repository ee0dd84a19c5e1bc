import Testing

@testable import Demo

@Suite("Editing a line of text")
struct LineEditorTests {
    private func text(_ keys: Keystroke...) -> String {
        var line = LineEditor()
        for key in keys { _ = line.apply(key) }
        return line.text
    }

    @Test("Backspace deletes one character as users see it")
    func backspace() {
        #expect(text(.text("ab"), .backspace) == "a")
        #expect(text(.text("Zoë"), .backspace) == "Zo")
        #expect(text(.text("Zoe"), .text("\u{308}"), .backspace) == "Zo")
        #expect(text(.text("a👩🏽‍💻"), .backspace) == "a")
        #expect(text(.backspace) == "")
    }

    @Test("Ctrl-W deletes the last word, and Ctrl-U everything")
    func words() {
        #expect(text(.text("moby dick  "), .deleteWord) == "moby ")
        #expect(text(.text("moby"), .deleteWord, .deleteWord) == "")
        #expect(text(.text("moby dick"), .deleteLine) == "")
    }

    @Test("the line tells whether a key has changed it")
    func changes() {
        var line = LineEditor()
        let keys: [Keystroke] = [.backspace, .text("a"), .up, .enter, .deleteLine, .deleteLine]
        var changes: [Bool] = []
        for key in keys { changes.append(line.apply(key)) }
        #expect(changes == [false, true, false, false, true, false])
    }

    @Test("a line has at most 256 bytes, and ends with a whole character")
    func limit() {
        let long = text(.text(String(repeating: "a", count: 255)), .text("鯨"), .text("bc"))
        #expect(long == String(repeating: "a", count: 255) + "b")
    }
}
