import Foundation

/// Why examples could not be run.
enum ExampleError: LocalizedError, Equatable {
    case noBackend(String)
    case noCommands(String)

    var errorDescription: String? {
        switch self {
        case .noBackend(let path):
            "Could not start \(path). Build it with `swift build --product strata-backend`."
        case .noCommands(let path):
            "Could not read the commands of \(path). Build it with `swift build`."
        }
    }
}
