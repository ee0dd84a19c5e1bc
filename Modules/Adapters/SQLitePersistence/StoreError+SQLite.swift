import GRDB
import Models
import Persistence

extension StoreError {
    /// Maps an error of GRDB, SQLite or a row. It repeats no statement and no argument, because those may contain
    /// tokens; SQLite's message names only tables and columns.
    init(_ error: any Error, path: String) {
        self =
            switch error {
            case let error as StoreError: error
            case is CancellationError: .cancelled
            case let error as DatabaseError: Self.meaning(of: error, path: path)
            case let error as InvalidValue: .failed(reason: "A stored row has an invalid value for \(error.field).")
            case is RowDecodingError: .failed(reason: "A stored row has a value of an unexpected type.")
            default: .failed(reason: "\(type(of: error))")
            }
    }

    /// Maps an error of a schema step: a `failed` becomes a `migrationFailed`.
    static func migrationFailure(_ error: any Error, path: String) -> StoreError {
        if let error = error as? DatabaseError, error.resultCode == .SQLITE_ERROR {
            return .migrationFailed(path: path, reason: error.message ?? "no message")
        }
        return switch StoreError(error, path: path) {
        case .failed(let reason): .migrationFailed(path: path, reason: reason)
        case let known: known
        }
    }

    private static func meaning(of error: DatabaseError, path: String) -> StoreError {
        let (message, code) = (error.message ?? "no message", "SQLite \(error.extendedResultCode.rawValue)")
        return switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: path)
        case .SQLITE_FULL: .full(path: path)
        // The file of shared memory can't grow either.
        case .SQLITE_IOERR where error.extendedResultCode == .SQLITE_IOERR_SHMSIZE: .full(path: path)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: .corrupt(path: path)
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .notWritable(path: path)
        // A statement on a closed connection, the only misuse that these stores can cause.
        case .SQLITE_MISUSE: .failed(reason: "The database was closed.")
        // A table or a column is missing: another program has changed the file, or a step of the schema is missing.
        case .SQLITE_ERROR:
            .failed(
                reason:
                    "\(path) lacks tables of this version (\(message)). Move it away to start with an empty one.")
        case .SQLITE_IOERR: .failed(reason: "\(path) can't be read or written (\(message), \(code)). Check the disk.")
        default: .failed(reason: "\(message) (\(code))")
        }
    }
}
