import Foundation

/// Why a rename could not be done.
enum RenameError: LocalizedError, Equatable {
    case occupied(String, by: String)
    case formatting(String)

    var errorDescription: String? {
        switch self {
        case .occupied(let path, let other):
            "\(other) can't be moved to \(path), which exists already. Move one of them first. Nothing was changed."
        case .formatting(let message):
            """
            The files are renamed, but `swift format` failed: \
            \(message.trimmingCharacters(in: .whitespacesAndNewlines)) Type `make format` to repeat it.
            """
        }
    }
}
