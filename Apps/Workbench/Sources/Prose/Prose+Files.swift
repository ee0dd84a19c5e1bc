extension Prose {
    /// Markdown outside fences.
    static func documents(in document: MarkdownDocument) -> Prose {
        Prose(file: document.path, place: .documents, lines: document.prose.mapValues(sentences))
    }

    /// The comments of a Swift file, without the code that they show.
    static func comments(in comments: [Comment], of file: String) -> Prose {
        var lines: [Int: String] = [:]
        var isFenced = false
        var lastLine = 0
        for comment in comments {
            if comment.lines.lowerBound > lastLine + 1 {
                isFenced = false
            }
            lastLine = comment.lines.upperBound
            let texts = comment.text.split(separator: "\n", omittingEmptySubsequences: false)
            for (line, text) in zip(comment.lines, texts) {
                let text = text.trimmingSpaces.drop { "/*!".contains($0) }
                if text.trimmingSpaces.hasPrefix("```") {
                    isFenced.toggle()
                } else if !isFenced {
                    lines[line] = sentences(in: String(text))
                }
            }
        }
        return Prose(file: file, place: .comments, lines: lines)
    }

    /// The string literals of more than one word. A literal that holds JSON or XML is data.
    static func strings(in tokens: [Token], of file: String) -> Prose {
        var lines: [Int: String] = [:]
        for token in tokens where token.kind == .string {
            let text = token.text.trimmingSpaces
            guard text.contains(" "), !"{[<".contains(text.first ?? " ") else { continue }
            for (offset, line) in token.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
                var plain = String(line)
                if plain.contains(byte: .backslash) {
                    plain.replace(#/\\(?:\(\)|[nrt0"'\\])/#, with: gap)
                }
                lines[token.line + offset, default: gap] += sentences(in: plain) + gap
            }
        }
        return Prose(file: file, place: .strings, lines: lines)
    }

    /// The texts of the contract, without the subjects of exceptions, which quote a breach.
    static func strings(inContract text: String) -> Prose {
        let tokens = Lexer(text).tokens.filter { $0.kind == .string }
        let judged = tokens.indices.filter { $0 == 0 || tokens[$0 - 1].text != "subject" }
        return strings(in: judged.map { tokens[$0] }, of: ContractFile.path)
    }

    /// The comments of a makefile, the help texts of its targets among them.
    static func comments(inMakefile text: String) -> Prose {
        var lines: [Int: String] = [:]
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard let hash = line.firstIndex(of: "#") else { continue }
            lines[index + 1] = sentences(in: line[hash...].drop { $0 == "#" }.trimmingSpaces)
        }
        return Prose(file: "Makefile", place: .comments, lines: lines)
    }
}
