import Foundation

/// Why the template's changes could not be found.
enum UpgradeError: LocalizedError, Equatable {
    case noVersion(String)
    case unreadableVersion(String)
    case unreadableOwnership(String)
    case noRepository(String, String)
    case shallow(String)
    case unknownState(TemplateVersion, in: String)
    case unknownReference(String, in: String)

    var errorDescription: String? {
        switch self {
        case .noVersion(let folder):
            """
            \(folder) has no \(TemplateVersion.path). Write the template's version that this workspace comes from into it, \
            for example `1.0.0`.
            """
        case .unreadableVersion(let text):
            """
            \(TemplateVersion.path) begins with "\(text.prefix(while: { $0 != "\n" }))", which is not a version. Write \
            a number such as `1.0.0` into its first line.
            """
        case .unreadableOwnership(let cause):
            "\(Ownership.path) is not a valid list of owners. \(cause)."
        case .noRepository(let place, let message):
            """
            Could not clone the template from \(place): \
            \(message.trimmingCharacters(in: .whitespacesAndNewlines)) Pass the path or URL of a git repository: \
            `make template-diff FROM=…`.
            """
        case .shallow(let place):
            """
            The template at \(place) is a shallow clone, without the commits that the comparison needs. Type \
            `git fetch --unshallow` there, or pass the URL of the whole repository.
            """
        case .unknownState(let version, let place):
            """
            The template at \(place) has no state that this workspace can come from: no tree of \(TemplateVersion.path), no \
            tag v\(version.number) and no commit with the version \(version.number). Correct \(TemplateVersion.path), or \
            pass another repository.
            """
        case .unknownReference(let reference, let place):
            "The template at \(place) has no branch, tag or commit \(reference). Pass another with TO=…."
        }
    }
}
