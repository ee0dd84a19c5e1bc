import ArgumentParser
import Backend

extension BackendError {
    /// The exit code, one of sysexits.h. `strata-backend --help` lists those that the program uses.
    var exitCode: ExitCode {
        switch self {
        case .remoteHostRefused, .remoteFaultsRefused, .passwordCostInvalid: ExitCode(64)
        case .portInUse, .hostUnavailable: ExitCode(69)
        case .dataDirectoryUnusable, .databaseCorrupt, .databaseTooNew: ExitCode(74)
        }
    }
}
