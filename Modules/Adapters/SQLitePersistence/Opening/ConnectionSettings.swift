import GRDB

/// The settings of every connection to the file.
struct ConnectionSettings: Sendable {
    let busyTimeout: Duration

    /// Opens a writer and its readers. ``Inspection`` must have accepted the file before.
    func openPool(path: String) throws -> DatabasePool {
        let pool = try DatabasePool(path: path, configuration: configuration)
        try pool.writeWithoutTransaction { db in
            // The pool sets NORMAL when it starts the write-ahead log: a commit then survives a crash of the process,
            // but not of the machine. The stores must survive both. `prepareDatabase` would run too early to set it
            // back.
            try db.execute(sql: "PRAGMA synchronous = FULL")
        }
        return pool
    }

    /// Opens a connection that can't change the file.
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
        // Statement arguments include tokens, which must not appear in the text of errors.
        configuration.publicStatementArguments = false
        configuration.prepareDatabase { db in
            // Deleted and replaced values are overwritten with zeros, so that free pages contain no old tokens.
            try db.execute(sql: "PRAGMA secure_delete = ON")
            // On Apple platforms fsync leaves data in the drive's cache; elsewhere this does nothing.
            try db.execute(sql: "PRAGMA fullfsync = ON")
        }
        return configuration
    }
}
