import ArgumentParser
import Backend

extension BackendError {
    /// After sysexits.h. `strata-backend --help` lists them.
    var exitCode: ExitCode {
        switch self {
        case .remoteHostRefused, .remoteFaultsRefused, .passwordCostInvalid: ExitCode(64)
        case .portInUse, .hostUnavailable: ExitCode(69)
        case .dataDirectoryUnusable, .databaseCorrupt, .databaseTooNew: ExitCode(74)
        }
    }
}
