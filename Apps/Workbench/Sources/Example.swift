import Foundation

/// A command of a page, and the output that the page shows for it.
struct Example: Sendable {
    var command: String
    /// The number of the command's line.
    let line: Int
    /// The output; `nil` for a hidden command.
    var output: [String]?
    /// The index of the first line of the output, and the indentation of its fence.
    var start = 0
    var indentation = ""

    /// Whether the rest of a followed page runs beside this command.
    var isBeside: Bool { command.components(separatedBy: "\n")[0].contains("# in a second terminal") }
}

extension Page {
    /// The commands after a `$`, with the lines below each as its output, and the hidden commands before them.
    var transcripts: [Example] {
        let shown = fences.filter { !$0.isOmitted && $0.lines.first?.hasPrefix("$ ") == true }.flatMap(Self.transcript)
        return shown.isEmpty
            ? [] : (hidden.map { Example(command: $0.script, line: $0.line) } + shown).sorted { $0.line < $1.line }
    }

    private static func transcript(of fence: Fence) -> [Example] {
        var examples: [Example] = []
        for (number, line) in zip(fence.start..., fence.lines) {
            if line.hasPrefix("$ ") {
                examples.append(
                    Example(
                        command: String(line.dropFirst(2)), line: number + 1, output: [], start: number + 1,
                        indentation: fence.indentation))
            } else if var example = examples.popLast() {
                if example.command.hasSuffix("\\"), example.output == [] {
                    example.command += "\n" + line
                    example.start = number + 1
                } else {
                    example.output?.append(line)
                }
                examples.append(example)
            }
        }
        return examples.map { example in
            var example = example
            // Empty lines at the end of an output only separate two commands.
            while example.output?.last?.trimming() == "" { example.output?.removeLast() }
            return example
        }
    }

    /// The `sh` blocks of a page that is followed. A block `text` after one is a part of its output.
    var scripts: [Example] {
        var examples: [Example] = []
        for fence in fences where fence.path == nil && !fence.isOmitted {
            if fence.language == "sh" {
                examples.append(Example(command: fence.text, line: fence.start + 1, output: ["…"]))
            } else if fence.language == "text", let last = examples.indices.last {
                examples[last].output = ["…"] + "…\(fence.text)…".components(separatedBy: "\n") + ["…"]
            }
        }
        return examples
    }
}
