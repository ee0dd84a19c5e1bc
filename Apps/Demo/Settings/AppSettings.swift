import Foundation

/// What the app needs to know before it can be put together.
struct AppSettings: Sendable {
    /// Of the backend, without a version.
    let baseURL: URL
    /// How long a call may take with all its attempts.
    let timeout: Duration
    /// Holds the database, and in it the tokens.
    let dataDirectory: URL

    /// Where `strata serve` listens unless told otherwise.
    static var defaultBaseURL: String { "http://127.0.0.1:\(ServeCommand.defaultPort)" }
    static var defaultTimeout: Double { 30 }
}
