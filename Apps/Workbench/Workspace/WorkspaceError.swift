/// Why a workspace could not be judged at all.
enum WorkspaceError: Error, Equatable, CustomStringConvertible {
    case noWorkspace(startingAt: String)
    case unreadableFile(String, cause: String)
    case unreadableContract(String)
    case toothlessWordRule(id: String, what: String)
    case manifestDumpFailed(status: Int32)
    case unreadableManifest(String)

    var description: String {
        switch self {
        case .noWorkspace(let start):
            "No workspace at \(start): one holds both Package.swift and \(ContractFile.path). Name it with --root."
        case .unreadableFile(let path, let cause):
            "\(path) could not be read: \(cause)"
        case .unreadableContract(let cause):
            "\(ContractFile.path) is no layer contract. \(cause)."
        case .toothlessWordRule(let id, let what):
            "\(ContractFile.path): the word rule \"\(id)\" fails its own proof: \(what)."
        case .manifestDumpFailed(let status):
            "`swift package dump-package` ended with \(status); its own message stands above."
        case .unreadableManifest(let cause):
            "The manifest is not what `swift package dump-package` prints. \(cause)"
        }
    }
}
