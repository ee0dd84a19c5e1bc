/// Replaces names in text, all in one pass, so that a replacement is never replaced again.
struct Substitution: Sendable {
    private struct Entry {
        let from: [Character]
        let to: String
        /// Whether only a separate word is replaced.
        let isWord: Bool
    }

    private var entries: [Entry] = []
    private var article: String?

    /// Replaces a feature's names by another's, in every form, and `a` in front of them by the new name's article.
    static func names(of old: FeatureName, by new: FeatureName) -> Substitution {
        var substitution = Substitution(article: new.singular.article)
        for (old, new) in [(old.plural, new.plural), (old.singular, new.singular)] {
            for (from, to) in zip(old.forms, new.forms) {
                substitution.entries.append(Entry(from: Array(from), to: to, isWord: false))
            }
        }
        return substitution
    }

    /// Replaces words as well; the first of several replacements for a word applies.
    func words(_ pairs: some Sequence<(String, String)>) -> Substitution {
        var result = self
        for (from, to) in pairs where !result.entries.contains(where: { $0.isWord && String($0.from) == from }) {
            result.entries.append(Entry(from: Array(from), to: to, isWord: true))
        }
        return result
    }

    func applied(to text: String) -> String {
        let text = Array(text)
        let entries = entries.sorted { $0.from.count > $1.from.count }
        var result = ""
        var index = 0
        while index < text.count {
            if let entry = entries.first(where: { matches($0, in: text, at: index) }) {
                result += entry.to
                index += entry.from.count
            } else if article == "an", isArticle(in: text, at: index) {
                result += "\(text[index])n"
                index += 1
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return result
    }

    private func matches(_ entry: Entry, in text: [Character], at index: Int) -> Bool {
        guard text[index...].starts(with: entry.from) else { return false }
        return !entry.isWord || text.isWord(index..<(index + entry.from.count))
    }

    /// Whether an `a` precedes a name that is replaced: "a `TimeEntry`".
    private func isArticle(in text: [Character], at index: Int) -> Bool {
        guard text[index] == "a" || text[index] == "A", index + 2 < text.count, text[index + 1] == " ",
            text.isWord(index..<(index + 1))
        else { return false }
        let next = text[(index + 2)...].firstIndex { !"`\"*(".contains($0) } ?? text.count
        return entries.contains { !$0.isWord && next < text.count && text[next...].starts(with: $0.from) }
    }
}

extension [Character] {
    /// Whether no letter, digit or underscore is directly before or after the range.
    func isWord(_ range: Range<Int>) -> Bool {
        let isPart = { (character: Character) in character.isLetter || character.isNumber || character == "_" }
        return !(range.lowerBound > 0 && isPart(self[range.lowerBound - 1]))
            && !(range.upperBound < count && isPart(self[range.upperBound]))
    }
}
