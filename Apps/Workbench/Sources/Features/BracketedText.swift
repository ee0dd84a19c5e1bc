/// The lists of a text, in Swift or JSON: the text between parentheses, brackets or braces, separated by commas.
///
/// Package.swift and Docs/layers.json are edited as text, so that their comments and layout stay.
struct BracketedText {
    struct List {
        let bracket: Character
        /// Where the opening and the closing bracket are.
        let opening: Int
        var closing: Int
        /// Without the white space and commas around them.
        var elements: [Range<Int>] = []
    }

    private(set) var characters: [Character]
    /// In the order of their opening brackets.
    private(set) var lists: [List] = []

    var text: String { String(characters) }

    init(_ text: String) {
        characters = Array(text)
        lists = Self.lists(in: characters)
    }

    func text(of range: Range<Int>) -> String {
        String(characters[range])
    }

    /// The elements of a list as text.
    func elements(of list: List) -> [String] {
        list.elements.map(text(of:))
    }

    /// The first list that opens inside a range.
    func list(in range: Range<Int>) -> List? {
        lists.first { range.contains($0.opening) }
    }

    /// The innermost list around a list, and the index of the element that contains it.
    func parent(of list: List) -> (list: List, element: Int)? {
        let around = lists.last { $0.opening < list.opening && $0.closing > list.closing }
        guard let around, let index = around.elements.firstIndex(where: { $0.contains(list.opening) }) else {
            return nil
        }
        return (around, index)
    }

    /// Removes an element with its comma and the comment after it.
    mutating func remove(element index: Int, of list: List) {
        let element = list.elements[index]
        if index + 1 < list.elements.count {
            characters.removeSubrange(element.lowerBound..<list.elements[index + 1].lowerBound)
        } else if index > 0 {
            characters.removeSubrange(list.elements[index - 1].upperBound..<element.upperBound)
        } else {
            characters.removeSubrange((list.opening + 1)..<list.closing)
        }
        lists = Self.lists(in: characters)
    }

    // MARK: Reading

    private static func lists(in text: [Character]) -> [List] {
        var lists: [List] = []
        var open: [Int] = []
        // The first and the last character of the element that is being read, one for each open list.
        var starts: [Int?] = [nil]
        var ends: [Int] = [0]
        func finish(_ list: Int) {
            if let start = starts[starts.count - 1] {
                lists[list].elements.append(start..<(ends[ends.count - 1] + 1))
            }
            starts[starts.count - 1] = nil
        }
        func extend(from first: Int, to last: Int) {
            starts[starts.count - 1] = starts[starts.count - 1] ?? first
            ends[ends.count - 1] = last
        }
        var index = 0
        while index < text.count {
            let character = text[index]
            switch character {
            case "(", "[", "{":
                extend(from: index, to: index)
                open.append(lists.count)
                lists.append(List(bracket: character, opening: index, closing: text.count))
                starts.append(nil)
                ends.append(index)
            case ")", "]", "}":
                guard let list = open.popLast() else { break }
                finish(list)
                lists[list].closing = index
                starts.removeLast()
                ends.removeLast()
                ends[ends.count - 1] = index
            case ",":
                if let list = open.last { finish(list) }
            case "\"":
                let end = endOfString(from: index, in: text)
                extend(from: index, to: end)
                index = end
            case "/" where index + 1 < text.count && text[index + 1] == "/":
                // A comment above an element belongs to it. A comment after a comma belongs to the element before.
                let end = text[index...].firstIndex(where: \.isNewline) ?? text.count
                let line = text[..<index].lastIndex(where: \.isNewline) ?? -1
                if text[(line + 1)..<index].allSatisfy(\.isWhitespace) { extend(from: index, to: end - 1) }
                index = end
            case _ where character.isWhitespace: break
            default: extend(from: index, to: index)
            }
            index += 1
        }
        return lists
    }

    private static func endOfString(from start: Int, in text: [Character]) -> Int {
        var index = start + 1
        while index < text.count, text[index] != "\"" {
            index += text[index] == "\\" ? 2 : 1
        }
        return min(index, text.count - 1)
    }
}
