/// The active `#if` conditions at one place of a file.
struct ConditionStack {
    private struct Level {
        /// The current branch's own condition; `nil` in `#else`.
        var condition: String?
        /// The conditions of the branches above, which are false in this one.
        var refused: [String] = []

        var text: String {
            let negations = refused.map { $0.contains(" ") ? "!(\($0))" : "!\($0)" }
            let own = condition.map { $0.contains("||") ? "(\($0))" : $0 }
            return (negations + [own].compactMap { $0 }).joined(separator: " && ")
        }
    }

    private var levels: [Level] = []

    /// `nil` outside every `#if`.
    var current: String? {
        levels.isEmpty ? nil : levels.map(\.text).joined(separator: " && ")
    }

    mutating func enter(directive: String, condition: String) {
        switch directive {
        case "#if":
            levels.append(Level(condition: condition))
        case "#elseif":
            enterBranch(condition)
        case "#else":
            enterBranch(nil)
        default:
            _ = levels.popLast()
        }
    }

    private mutating func enterBranch(_ condition: String?) {
        guard var level = levels.popLast() else { return }
        level.refused += [level.condition].compactMap { $0 }
        level.condition = condition
        levels.append(level)
    }
}
