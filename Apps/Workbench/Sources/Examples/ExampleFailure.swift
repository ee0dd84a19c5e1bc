/// A step of a page that does not do what the page shows.
enum ExampleFailure {
    /// Hidden commands that failed, and what they printed.
    case preparation(line: Int, output: [String])
    case mismatch(Example, OutputComparison)

    /// `file:line: examples: what`, then the differences.
    func text(file: String) -> String {
        switch self {
        case .preparation(let line, let output):
            ([
                "\(file):\(line): examples: the hidden commands failed. Fix: Correct the comment `<!-- run`."
            ] + output.map { "  + " + $0 }).joined(separator: "\n")
        case .mismatch(let example, let comparison):
            ([
                """
                \(file):\(example.line): examples: the output of `\(example.command)` differs from a run. Fix: Correct the \
                page, or run `make examples UPDATE=1`.
                """
            ] + comparison.diff.map { "  " + $0 }).joined(separator: "\n")
        }
    }
}
