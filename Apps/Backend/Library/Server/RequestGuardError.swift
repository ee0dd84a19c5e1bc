/// Why the server stopped reading a request body.
enum RequestGuardError: Error, Equatable, Sendable {
    /// It took longer than ``BackendLimits/requestReadTimeout``.
    case timedOut
    /// It is longer than ``BackendLimits/requestBody``, in bytes.
    case tooLarge(limit: Int)
    /// Its chunk sizes and chunk extensions are longer than its content.
    case framingTooLarge
}
