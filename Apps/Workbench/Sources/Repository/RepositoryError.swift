import Foundation

/// Why git could not do its part of a command.
enum RepositoryError: LocalizedError, Equatable {
    case notARepository(String)
    case uncommittedChanges([String])
    /// A command, and what it printed on standard error.
    case failed(String, String)
    case formatting(String)

    var errorDescription: String? {
        switch self {
        case .notARepository(let folder):
            """
            \(folder) is not the root of a git repository, so the change could not be undone. Type \
            `git init && git add -A && git commit -m "Start"` there first.
            """
        case .uncommittedChanges(let files):
            """
            The working tree has uncommitted changes (\(files.prefix(3).joined(separator: ", "))\
            \(files.count > 3 ? " and \(files.count - 3) more" : "")), which would be mixed with this change. Type \
            `git stash --include-untracked`, or commit them, or pass --force (`make … FORCE=1`).
            """
        case .failed(let command, let message):
            "`\(command)` failed: \(message.trimmingCharacters(in: .whitespacesAndNewlines))"
        case .formatting(let message):
            """
            The files are written, but `swift format` failed: \
            \(message.trimmingCharacters(in: .whitespacesAndNewlines)) Type `make format` to repeat it.
            """
        }
    }
}
