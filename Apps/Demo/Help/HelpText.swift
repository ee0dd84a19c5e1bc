import Foundation

/// The help of a command, as the parser renders it, in the order in which a reader needs it.
enum HelpText {
    /// Moves a command's own options, which the parser lists last, before the shared ones.
    static func ordered(_ text: String) -> String {
        var blocks = text.components(separatedBy: "\n\n")
        guard let usage = blocks.firstIndex(where: { $0.hasPrefix("USAGE:") }),
            let first = blocks[(usage + 1)...].firstIndex(where: { !$0.hasPrefix("ARGUMENTS:") }),
            let own = blocks.lastIndex(where: { $0.hasPrefix("OPTIONS:") }), own > first,
            // --version and --help are in the same block; alone, they stay at the end.
            blocks[own].split(separator: "\n").count(where: { $0.hasPrefix("  -") }) > 2
        else { return text }
        let block = blocks.remove(at: own)
        blocks.insert(block.trimmingSuffix("\n"), at: first)
        return blocks.joined(separator: "\n\n").trimmingSuffix("\n") + "\n"
    }
}

extension String {
    fileprivate func trimmingSuffix(_ suffix: Character) -> String {
        String(reversed().drop { $0 == suffix }.reversed())
    }
}
