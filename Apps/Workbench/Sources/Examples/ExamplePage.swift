import Foundation

/// The commands that a page shows with their output, in order, and the hidden commands that prepare them.
///
/// A fence is an example if its first line begins with `$ `. Preparations, such as an account with a password, are
/// commands in a comment before the fence, which readers do not see:
///
///     <!-- run
///     echo secret > password
///     -->
///
/// `<!-- not run: reason -->` before a fence skips the fence.
struct ExamplePage: Sendable {
    enum Step: Sendable, Equatable {
        /// Commands without output to compare.
        case preparation(script: String, line: Int)
        case example(Example)
    }

    /// From the package's root.
    let path: String
    private(set) var lines: [String]
    let steps: [Step]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var reader = ExampleReader()
        for (index, line) in lines.enumerated() {
            reader.read(line, at: index)
        }
        steps = reader.steps
    }

    var examples: [Example] {
        steps.compactMap { step in
            if case .example(let example) = step { example } else { nil }
        }
    }

    /// Writes the output of the run into the page, for each difference without omitted lines.
    ///
    /// - Returns: the other failures.
    mutating func update(_ failures: [ExampleFailure], in tree: FileTree) throws -> [ExampleFailure] {
        var rest: [ExampleFailure] = []
        // From the end, so that the indexes of the other examples stay valid.
        for failure in failures.reversed() {
            guard case .mismatch(let example, let comparison) = failure, let output = comparison.updated else {
                rest.append(failure)
                continue
            }
            lines.replaceSubrange(example.range, with: output.map { $0.isEmpty ? "" : example.indentation + $0 })
        }
        try Data(lines.joined(separator: "\n").utf8).replace(URL(filePath: tree.root + "/" + path))
        return rest.reversed()
    }
}
