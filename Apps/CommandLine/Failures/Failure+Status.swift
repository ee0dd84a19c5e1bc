package import Services

extension Failure {
    /// The exit codes of `strata`: those of sysexits.h if it covers the case, otherwise those of timeout(1) and curl(1).
    /// `strata help exit-codes` lists them.
    package enum Status: Int32, CaseIterable {
        /// Like curl's CURLE_PARTIAL_FILE.
        case partial = 18
        /// Like curl's CURLE_PEER_FAILED_VERIFICATION.
        case insecure = 60
        case usage = 64
        case invalidData = 65
        case unsuitableFile = 66
        case notFound = 67
        case unavailable = 69
        case notUnderstood = 70
        /// Like EX_OSERR of sysexits.h.
        case resources = 71
        case storage = 74
        case tryAgain = 75
        case brokenProtocol = 76
        case notAllowed = 77
        case settings = 78
        /// Like timeout(1).
        case timeout = 124
        case interrupted = 130
        case failure = 1

        var meaning: String {
            switch self {
            case .partial: "data not complete: the server also reported errors"
            case .insecure: "no secure connection"
            case .usage: "invalid usage, or an option value that can't be used"
            case .invalidData: "rejected by the server as invalid"
            case .unsuitableFile: "a file can't be read, written or used"
            case .notFound: "not found"
            case .unavailable: "could not connect to the server"
            case .notUnderstood: "response not understood"
            case .resources: "too few files can be open, no current folder, or a program that does not start"
            case .storage: "local data or standard output can't be used"
            case .tryAgain: "try again later: 408, 425, 429, 5xx, or a server that keeps failing"
            case .brokenProtocol: "HTTP response invalid, truncated, too large or redirected wrongly"
            case .notAllowed: "not logged in or not allowed"
            case .settings: "invalid settings in the environment or the settings file"
            case .timeout: "timed out"
            case .interrupted: "interrupted"
            case .failure: "any other error"
            }
        }
    }
}

extension Failure.Status {
    package init(_ kind: ServiceFailure.Kind) {
        switch kind {
        case .unreachable, .neverFetched, .other: self = .unavailable
        case .insecure: self = .insecure
        case .timedOut: self = .timeout
        case .unauthorized, .forbidden: self = .notAllowed
        case .notFound: self = .notFound
        case .rejected: self = .invalidData
        case .rateLimited, .server, .busy: self = .tryAgain
        case .unreadableResponse: self = .notUnderstood
        case .brokenResponse: self = .brokenProtocol
        case .misconfigured: self = .settings
        case .invalidRequest: self = .usage
        case .file: self = .unsuitableFile
        case .storage: self = .storage
        case .unexpected: self = .failure
        }
    }
}
