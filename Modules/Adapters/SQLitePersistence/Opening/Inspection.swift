import Foundation
import GRDB
import Persistence

/// Checks a file through a read-only connection before it is opened for writing.
///
/// A writable connection starts the write-ahead log at once, which changes the file. But a file that is damaged or has
/// a newer schema must stay unchanged.
struct Inspection {
    let path: String
    let settings: ConnectionSettings

    /// Throws if the file is no database, is damaged or has taken steps that are not in `schema`.
    func refuseUnusableFile(schema: Schema) throws {
        if try isEmpty { return }
        let queue = try settings.openForReading(path: path)
        try queue.read { db in
            // Otherwise damage in a page that is rarely read would appear in the middle of a write. `quick_check`
            // leaves out only the comparison of indexes with their tables.
            let findings = try String.fetchAll(db, sql: "PRAGMA quick_check(1)")
            guard findings == ["ok"] else { throw StoreError.corrupt(path: path) }
            if try schema.isOlder(than: db) { throw StoreError.newerSchema(path: path) }
        }
        try queue.close()
    }

    /// SQLite accepts an empty file as a database without tables.
    private var isEmpty: Bool {
        get throws {
            try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 0
        }
    }
}
