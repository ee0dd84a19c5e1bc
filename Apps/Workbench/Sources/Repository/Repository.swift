import Foundation

/// A git repository's working tree.
struct Repository: Sendable {
    let root: URL

    /// Runs git here.
    ///
    /// - Returns: the standard output.
    /// - Throws: ``RepositoryError/failed(_:_:)`` with git's message.
    @discardableResult
    func git(_ arguments: String...) throws -> Data {
        let process = try run(arguments)
        guard process.status == 0 else {
            throw RepositoryError.failed("git " + arguments.joined(separator: " "), process.errors)
        }
        return process.output
    }

    /// The first line of git's output, or `nil` if git fails.
    func line(_ arguments: String...) throws -> String? {
        let process = try run(arguments)
        return process.status == 0 ? process.text.split(separator: "\n").first.map(String.init) : nil
    }

    /// The files that git tracks or would track, by their paths from the root.
    func files() throws -> [String] {
        try Self.paths(git("ls-files", "-z", "--cached", "--others", "--exclude-standard"))
            .filter { FileManager.default.fileExists(atPath: root.appending(path: $0).path) }
    }

    /// - Throws: ``RepositoryError`` if this is not the root of a repository, or if it has uncommitted changes.
    func requireClean() throws {
        guard let top = try line("rev-parse", "--show-toplevel"),
            URL(filePath: top).resolvingSymlinksInPath().path == root.resolvingSymlinksInPath().path
        else { throw RepositoryError.notARepository(root.path) }
        let changes = try Self.paths(git("status", "--porcelain", "-z", "--no-renames"))
        guard changes.isEmpty else {
            throw RepositoryError.uncommittedChanges(changes.map { String($0.dropFirst(3)) })
        }
    }

    private static func paths(_ output: Data) -> [String] {
        Set(output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }).sorted()
    }

    /// Runs git without hooks and signatures, which are for people's commits, and without a calling hook's variables.
    private func run(_ arguments: [String]) throws -> ChildProcess {
        let options = ["core.hooksPath=/dev/null", "commit.gpgSign=false", "core.quotePath=false"]
        let variables = ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"].flatMap { ["-u", $0] }
        return try ChildProcess.run(
            variables + ["git"] + options.flatMap { ["-c", $0] } + arguments, in: root,
            environment: ["GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"])
    }
}
