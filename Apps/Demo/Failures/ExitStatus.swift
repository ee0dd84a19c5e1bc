/// The exit codes of `strata`, after sysexits.h where that has a name for the case. `strata --help` lists them.
enum ExitStatus: Int32 {
    case failure = 1
    case usage = 64
    case invalidData = 65
    case unsuitableFile = 66
    case notFound = 67
    case unavailable = 69
    case notUnderstood = 70
    case storage = 74
    case tryAgain = 75
    case notAllowed = 77
    case settings = 78
    case interrupted = 130
}
