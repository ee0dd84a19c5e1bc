import Foundation
import Primitives

extension Item {
    /// An item whose every field is drawn: texts in several scripts, dates to the millisecond in 9999 years.
    static func random(id: String, from random: any RandomSource) -> Item {
        let letters = ["a", "Z", "é", "e\u{301}", "ß", "李", "\u{FF21}", "\u{1D49C}", "👩‍👩‍👧", "'", "\"", "%", "\\", "\0"]
        let text = (0...random.next() % 80).map { _ in letters[Int(random.next() % UInt64(letters.count))] }.joined()
        let milliseconds = -62_135_596_800_000 + Int64(random.next() % 315_537_897_600_000)
        return Item(id: id, text: text, date: Date(timeIntervalSince1970: Double(milliseconds) / 1_000))
    }
}
