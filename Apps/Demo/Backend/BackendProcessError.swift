import Foundation

/// Why the sample backend does not run.
enum BackendProcessError: Error {
    /// The binary is not beside this one.
    case missing
    /// It ended by itself; `said` is its standard error.
    case stopped(said: String)

    var explanation: String {
        switch self {
        case .missing: "strata-backend is not beside strata. Build both with `swift build`, or use `make serve`."
        case .stopped(let said):
            said.isEmpty
                ? "The backend stopped by itself."
                : said.trimmingCharacters(in: .whitespacesAndNewlines).replacing("strata-backend: ", with: "")
        }
    }

    var status: ExitStatus { .unavailable }
}
