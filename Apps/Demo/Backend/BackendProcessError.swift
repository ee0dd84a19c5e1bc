import Foundation

/// Why the sample backend does not run.
enum BackendProcessError: Error {
    /// The binary is not beside this one.
    case missing
    /// It ended by itself. `said` is its standard error, and `status` its exit code unless a signal ended it.
    case stopped(said: String, status: Int32?)

    var userMessage: String {
        switch self {
        case .missing: "strata-backend is not beside strata. Build both with `swift build`, or use `make serve`."
        case .stopped(let said, _):
            said.isEmpty
                ? "The backend stopped by itself."
                : said.trimmingCharacters(in: .whitespacesAndNewlines).replacing("strata-backend: ", with: "")
        }
    }

    /// Its own, which says as much as that of `strata`.
    var status: ExitStatus {
        guard case .stopped(_, let status?) = self else { return .unavailable }
        return ExitStatus(rawValue: status) ?? .unavailable
    }
}
