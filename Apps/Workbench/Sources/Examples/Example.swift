/// A command in a page, and the output that the page shows for it.
struct Example: Sendable, Equatable {
    var command: String
    /// The index of the command's line among the page's lines.
    let index: Int
    /// The indexes of the lines of the output.
    var range: Range<Int>
    /// Without the indentation of the fence.
    var output: [String] = []
    let indentation: String

    /// Counted from 1.
    var line: Int { index + 1 }
}
