/// Why the server stopped reading a request body.
enum RequestGuardError: Error, Equatable, Sendable {
    /// The body took longer than ``BackendLimits/requestReadTimeout``.
    case timedOut
    /// The body is longer than ``BackendLimits/requestBody``, in bytes.
    case tooLarge(limit: Int)
    /// The body's chunk sizes and extensions are much longer than its content.
    case framingTooLarge
}
