import ArgumentParser
import Backend

extension BackendError {
    /// An exit code of sysexits.h. `strata-backend --help` lists all of them.
    var exitCode: ExitCode {
        switch self {
        case .remoteHostRefused, .remoteFaultsRefused, .passwordCostInvalid: ExitCode(64)
        case .portInUse, .hostUnavailable: ExitCode(69)
        case .dataDirectoryUnusable, .databaseCorrupt, .databaseTooNew: ExitCode(74)
        }
    }
}
