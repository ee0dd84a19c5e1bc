import Composition
import Foundation

/// Why the sample backend is not running.
enum BackendProcessError: Error {
    /// There is no executable at this path.
    case missing(String)
    /// The backend stopped by itself. `said` is its standard error. `status` is its exit code, or `nil` after a signal.
    case stopped(said: String, status: Int32?)
    /// The system can't start a process, for this reason.
    case notStarted(String)

    var userMessage: String {
        switch self {
        case .missing(let path):
            "Could not find the sample backend at \(path). Build it with `swift build`, or use `make serve`."
        case .stopped(let said, _):
            said.isEmpty
                ? "The backend stopped unexpectedly. Run `\(AppName.command) serve` to see why."
                : said.trimmingCharacters(in: .whitespacesAndNewlines).replacing(
                    "\(AppName.command)-backend: ", with: "")
        case .notStarted(let reason):
            "Could not start the sample backend (\(reason)). Check the limits of processes and memory (`ulimit -a`)."
        }
    }

    /// The backend's exit code, which has the same meaning for `strata`.
    var status: ExitStatus {
        switch self {
        case .stopped(_, let status?): ExitStatus(rawValue: status) ?? .unavailable
        case .notStarted: .resources
        case .missing, .stopped: .unavailable
        }
    }
}
