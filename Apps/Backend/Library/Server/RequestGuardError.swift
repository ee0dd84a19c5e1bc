/// Why a request body was given up before its end.
enum RequestGuardError: Error, Equatable, Sendable {
    /// It took longer than ``BackendLimits/requestReadTimeout``.
    case timedOut
    /// It is longer than ``BackendLimits/requestBody``, in bytes.
    case tooLarge(limit: Int)
    /// Its chunk sizes and chunk extensions weigh more than its content.
    case framingTooLarge
}
