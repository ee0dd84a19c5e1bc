/// Why a store could not do what it was asked. Each case is something that a person can do something about, and says so
/// in its ``userMessage``; none holds what was stored.
public enum StoreError: Error, Sendable, Equatable {
    /// The calling task was cancelled; nothing was changed.
    case cancelled
    /// The place can't be written to. `path` is the folder or file.
    case notWritable(path: String)
    /// The disk is full; nothing was changed.
    case full(path: String)
    /// The file is not a database, or damaged. It was left as it is.
    case corrupt(path: String)
    /// The file was written by a newer version of the app. It was left as it is.
    case newerSchema(path: String)
    /// A change of the schema failed. The old data was left as it is.
    case migrationFailed(path: String, reason: String)
    /// Another process holds the file for too long.
    case busy(path: String)
    /// Anything else; `reason` is for developers.
    case failed(reason: String)

    /// One sentence for people: what is wrong and what they can do.
    public var userMessage: String {
        switch self {
        case .cancelled: "The operation was cancelled."
        case .notWritable(let path): "\(path) can't be written to. Check its permissions or choose another data folder."
        case .full(let path): "The disk that holds \(path) is full. Make room and try again."
        case .corrupt(let path):
            "\(path) is damaged or not a database. It was left as it is; move it away to start afresh."
        case .newerSchema(let path): "\(path) was written by a newer version. Update, or choose another data folder."
        case .migrationFailed(let path, let reason):
            "\(path) could not be brought up to date and was left as it is: \(reason)"
        case .busy(let path): "Another process is using \(path). Try again when it has finished."
        case .failed(let reason): "The local data could not be used: \(reason)"
        }
    }
}
