import GRDB

/// How every connection to the file behaves.
struct ConnectionSettings: Sendable {
    let busyTimeout: Duration

    /// A writer and its readers on a file that has been inspected.
    func openPool(path: String) throws -> DatabasePool {
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { db in
            // The pool turns this to NORMAL when it starts the write-ahead log: a commit then survives a crash of the
            // process, not of the machine. The stores promise both, so it is turned back, after the pool and not in
            // `prepareDatabase`, which comes before.
            try db.execute(sql: "PRAGMA synchronous = FULL")
        }
        return pool
    }

    /// A connection that can't change the file.
    func openForReading(path: String) throws -> DatabaseQueue {
        var configuration = configuration
        configuration.readonly = true
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private var configuration: Configuration {
        var configuration = Configuration()
        configuration.label = "SQLiteDatabase"
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .timeout(busyTimeout / .seconds(1))
        // Statement arguments hold tokens: they stay out of the text of errors.
        configuration.publicStatementArguments = false
        configuration.prepareDatabase { db in
            // What is deleted or replaced is overwritten with zeros, so that no spent token lies in a free page.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            // On Apple platforms fsync leaves data in the drive's cache; elsewhere this does nothing.
            try db.execute(sql: "PRAGMA fullfsync = ON")
        }
        return configuration
    }
}
