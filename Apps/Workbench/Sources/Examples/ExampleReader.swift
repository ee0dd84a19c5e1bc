/// Reads a page line by line: its fences and its hidden commands.
struct ExampleReader {
    private struct Fence {
        let marker: String
        let indentation: String
        let firstIndex: Int
        var isExample = false
    }

    private(set) var steps: [ExamplePage.Step] = []
    private var fence: Fence?
    private var comment: (script: [String], line: Int)?
    private var example: Example?
    private var isOmitted = false

    mutating func read(_ line: String, at index: Int) {
        if fence != nil {
            readFenced(line, at: index)
        } else if let script = comment {
            readHidden(line, of: script)
        } else if let opened = Self.fence(opening: line, at: index) {
            fence = opened
        } else if let hidden = line.firstMatch(of: /<!--\s*run(?::\s*(.+?)\s*-->|\s*$)/) {
            if let command = hidden.output.1 {
                steps.append(.preparation(script: String(command), line: index + 1))
            } else {
                comment = ([], index + 1)
            }
        } else if line.contains(/<!--\s*not run:\s*\S.*?\s*-->/) {
            isOmitted = true
        } else if !line.allSatisfy(\.isWhitespace) {
            isOmitted = false
        }
    }

    private static func fence(opening line: String, at index: Int) -> Fence? {
        let text = line.drop { $0 == " " }
        let marker = String(text.prefix { $0 == text.first })
        guard marker.count >= 3, marker.hasPrefix("`") || marker.hasPrefix("~"),
            !text.dropFirst(marker.count).contains("`")
        else { return nil }
        return Fence(marker: marker, indentation: String(line.prefix { $0 == " " }), firstIndex: index + 1)
    }

    private mutating func readHidden(_ line: String, of script: (script: [String], line: Int)) {
        if line.trimmingSpaces == "-->" {
            steps.append(.preparation(script: script.script.joined(separator: "\n"), line: script.line))
            comment = nil
        } else {
            comment = (script.script + [line], script.line)
        }
    }

    private mutating func readFenced(_ line: String, at index: Int) {
        guard var fence else { return }
        let text = line.hasPrefix(fence.indentation) ? String(line.dropFirst(fence.indentation.count)) : line
        if text.trimmingSpaces == fence.marker {
            finish()
            self.fence = nil
            isOmitted = false
            return
        }
        if index == fence.firstIndex {
            fence.isExample = text.hasPrefix("$ ") && !isOmitted
            self.fence = fence
        }
        guard fence.isExample else { return }
        if text.hasPrefix("$ ") {
            finish()
            example = Example(
                command: String(text.dropFirst(2)), index: index, range: (index + 1)..<(index + 1),
                indentation: fence.indentation)
        } else if var example {
            if example.command.hasSuffix("\\"), example.output.isEmpty {
                example.command += "\n" + text
                example.range = (index + 1)..<(index + 1)
            } else {
                example.output.append(text)
                example.range = example.range.lowerBound..<(index + 1)
            }
            self.example = example
        }
    }

    /// Empty lines at the end of an output only separate two commands.
    private mutating func finish() {
        guard var example else { return }
        while example.output.last?.allSatisfy(\.isWhitespace) == true {
            example.output.removeLast()
        }
        example.range = example.range.lowerBound..<(example.range.lowerBound + example.output.count)
        steps.append(.example(example))
        self.example = nil
    }
}
