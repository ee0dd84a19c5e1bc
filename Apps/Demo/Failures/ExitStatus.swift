/// The exit codes of `strata`, after sysexits.h where that has a name for the case, after timeout(1) and curl(1) where it
/// has none. `strata --help` lists them.
enum ExitStatus: Int32 {
    case failure = 1
    /// As curl's CURLE_PEER_FAILED_VERIFICATION.
    case insecure = 60
    case usage = 64
    case invalidData = 65
    case unsuitableFile = 66
    case notFound = 67
    case unavailable = 69
    case notUnderstood = 70
    case storage = 74
    case tryAgain = 75
    case brokenProtocol = 76
    case notAllowed = 77
    case settings = 78
    /// As timeout(1).
    case timeout = 124
    case interrupted = 130
}
