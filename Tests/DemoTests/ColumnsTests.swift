import Testing

@testable import Demo

@Suite("Text in the columns of a terminal")
struct ColumnsTests {
    @Test(
        "wide characters need two columns and combining ones none",
        arguments: [
            ("", 0), ("whale", 5), ("Zoë", 3), ("Zoe\u{308}", 3), ("鯨とクジラ", 10), ("고래", 4),
            ("\u{1100}\u{1161}", 2), ("🐋", 2), ("🇳🇴", 4), ("–…", 2),
        ])
    func columns(text: String, columns: Int) {
        #expect(text.columns == columns)
    }
}
