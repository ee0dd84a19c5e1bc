import Foundation
import GRDB
import Persistence

/// A look at a file through a connection that can't write, before one that can: the latter's first act is to start the
/// write-ahead log, which changes the file, and a file that is damaged or newer is to be left as it is.
struct Inspection {
    let path: String
    let settings: ConnectionSettings

    /// Throws where the file is no database, is damaged or has steps that `schema` doesn't know.
    func refuseUnusableFile(schema: Schema) throws {
        if try isEmpty { return }
        let queue = try settings.openForReading(path: path)
        try queue.read { db in
            // Damage in a page that nobody reads today would otherwise show in the middle of a write. `quick_check`
            // leaves out only the comparison of indexes with their tables.
            let findings = try String.fetchAll(db, sql: "PRAGMA quick_check(1)")
            guard findings == ["ok"] else { throw StoreError.corrupt(path: path) }
            if try schema.isOlder(than: db) { throw StoreError.newerSchema(path: path) }
        }
        try queue.close()
    }

    /// SQLite takes a file without a byte for a database without a table.
    private var isEmpty: Bool {
        get throws {
            try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int == 0
        }
    }
}
