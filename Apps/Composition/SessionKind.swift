/// What an app stores on this machine, and for how long. Docs/reference/sessions.md compares the kinds.
///
/// No kind stores cookies: the transports send only those that a request contains.
public enum SessionKind: String, CaseIterable, Sendable {
    /// The login and the copies for offline use survive a restart, in ``AppSettings/dataDirectory``.
    case `default`
    /// Everything is in memory and ends with the app, which writes no file in the data directory.
    case ephemeral
    /// Stores what ``default`` does, and has a queue of downloads that outlives the app (`.transfers`).
    case background
}
