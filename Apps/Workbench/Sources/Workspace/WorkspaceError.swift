/// Why a workspace could not be checked.
enum WorkspaceError: Error, Equatable, CustomStringConvertible {
    case noWorkspace(startingAt: String)
    case unreadableFile(String, cause: String)
    case unreadableContract(String)
    case unreadableVocabulary(String)
    case toothlessWordRule(id: String, what: String)
    case manifestDumpFailed(status: Int32)
    case unreadableManifest(String)

    var description: String {
        switch self {
        case .noWorkspace(let start):
            """
            No workspace at \(start): a workspace contains Package.swift and \(LayerContract.path). Pass its folder \
            with --root.
            """
        case .unreadableFile(let path, let cause):
            "Could not read \(path): \(cause)"
        case .unreadableContract(let cause):
            "\(LayerContract.path) is not a valid layer contract. \(cause)."
        case .unreadableVocabulary(let cause):
            "The vocabulary is not a valid vocabulary. \(cause)."
        case .toothlessWordRule(let id, let what):
            "The rule \"\(id)\" fails its own test: \(what). Correct its pattern or its example."
        case .manifestDumpFailed(let status):
            "`swift package dump-package` failed with exit code \(status); see its message above."
        case .unreadableManifest(let cause):
            "The manifest is not the output of `swift package dump-package`. \(cause)"
        }
    }
}
