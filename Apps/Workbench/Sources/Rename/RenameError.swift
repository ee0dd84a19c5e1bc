import Foundation

/// Why a rename could not be done.
enum RenameError: LocalizedError, Equatable {
    case occupied(String, by: String)

    var errorDescription: String? {
        switch self {
        case .occupied(let path, let other):
            "\(other) can't be moved to \(path), which exists already. Move one of them first. Nothing was changed."
        }
    }
}
