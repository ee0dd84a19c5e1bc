/// Why an operation of a store failed. ``userMessage`` says what the user can do, except for a cancelled operation, a
/// failed migration and ``failed(reason:)``. No case contains stored data.
public enum StoreError: Error, Sendable, Equatable {
    /// The calling task was cancelled. No data was changed.
    case cancelled
    /// The folder or file at `path` can't be written to.
    case notWritable(path: String)
    /// The disk is full. No data was changed.
    case full(path: String)
    /// The file is damaged or not a database.
    case corrupt(path: String)
    /// The file was written by a newer version of the app. It was not changed.
    case newerSchema(path: String)
    /// A schema migration failed. The old data was not changed.
    case migrationFailed(path: String, reason: String)
    /// Another process locked the file for too long.
    case busy(path: String)
    /// Any other failure; `reason` is for developers.
    case failed(reason: String)

    /// What is wrong and what the user can do.
    public var userMessage: String {
        switch self {
        case .cancelled: "The operation was cancelled."
        case .notWritable(let path): "\(path) can't be written to. Check its permissions or choose another data folder."
        case .full(let path): "The disk with \(path) is full. Free some space and try again."
        case .corrupt(let path):
            "\(path) is damaged or not a database. Move it away to start with an empty one."
        case .newerSchema(let path): "\(path) was written by a newer version. Update, or choose another data folder."
        case .migrationFailed(let path, let reason):
            "\(path) could not be migrated to this version, and is unchanged. The reason: \(reason)"
        case .busy(let path): "Another process is using \(path). Try again when it has finished."
        case .failed(let reason): "The local data could not be used: \(reason)"
        }
    }
}

/// Throws if the task is cancelled, as a database does before it begins an operation.
func refuseIfCancelled() throws(StoreError) {
    if Task.isCancelled { throw .cancelled }
}

/// Stores data that belongs to an account and must be removed when the user logs out.
///
/// Register every such store once, in the list that the composition root gives to the services. A logout and the
/// deletion of the user's own account empty all stores of that list. If a session ends in another way, because it has
/// expired, was revoked or another account logs in, the data stays until the account logs in again.
public protocol PersonalDataStore: Sendable {
    /// Removes everything that belongs to `account`, and nothing of other accounts. The account may already be logged
    /// out. Does nothing if no data of the account is stored.
    func removeAll(of account: AccountID) async throws(StoreError)
}
