import GRDB
import Models
import Persistence

extension StoreError {
    /// What an error of GRDB, SQLite or a row means to whoever uses a store. Statements and their arguments, which hold
    /// tokens, are not repeated: SQLite's own message names tables and columns only.
    init(_ error: any Error, path: String) {
        self =
            switch error {
            case let error as StoreError: error
            case is CancellationError: .cancelled
            case let error as DatabaseError: Self.meaning(of: error, path: path)
            case let error as InvalidValue: .failed(reason: "A kept row breaks a rule of its field \(error.field).")
            case is RowDecodingError: .failed(reason: "A kept row has a value of an unexpected type.")
            default: .failed(reason: "\(type(of: error))")
            }
    }

    /// The same for an error of a schema's step, where only the step itself is to blame if nothing else is.
    static func migrationFailure(_ error: any Error, path: String) -> StoreError {
        switch StoreError(error, path: path) {
        case .failed(let reason): .migrationFailed(path: path, reason: reason)
        case let known: known
        }
    }

    private static func meaning(of error: DatabaseError, path: String) -> StoreError {
        switch error.resultCode {
        case .SQLITE_BUSY, .SQLITE_LOCKED: .busy(path: path)
        case .SQLITE_FULL: .full(path: path)
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT: .corrupt(path: path)
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH: .notWritable(path: path)
        // What a statement gets without a connection, the only misuse that these stores can make.
        case .SQLITE_MISUSE: .failed(reason: "The database was closed.")
        default: .failed(reason: "SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")")
        }
    }
}
