public import Foundation

/// Why a server could not start.
public enum BackendError: Error, Equatable, Sendable {
    /// Another process listens on this port.
    case portInUse(host: String, port: Int)
    /// The server cannot listen on the address: it is unknown, not an address of this machine, or not permitted.
    case hostUnavailable(host: String, port: Int, reason: String)
    /// Other machines can reach the address, and the configuration does not allow that.
    case remoteHostRefused(host: String)
    /// Fault switches are on, and other machines can reach the address.
    case remoteFaultsRefused(host: String)
    /// The data folder cannot be created, read or written.
    case dataDirectoryUnusable(URL, reason: String)
    /// The database file is damaged, or not a database.
    case databaseCorrupt(URL, reason: String)
    /// The database was written by another version of this server.
    case databaseOfAnotherVersion(URL)
}

extension BackendError: LocalizedError {
    /// What failed, why, and what to do next.
    public var errorDescription: String? {
        switch self {
        case .portInUse(let host, let port):
            "Port \(port) on \(host) is in use. Stop the process that uses it, or choose another (0 for a free one)."
        case .hostUnavailable(let host, let port, let reason):
            "Could not listen on \(host), port \(port) (\(reason)). Choose an address of this machine or another port."
        case .remoteHostRefused(let host):
            "Other machines can reach \(host). Use 127.0.0.1, or pass --allow-remote."
        case .remoteFaultsRefused(let host):
            "Other machines can reach \(host) and could break the server with its fault switches. Use 127.0.0.1."
        case .dataDirectoryUnusable(let folder, let reason):
            "Cannot use the data folder \(folder.path) (\(reason)). Make it writable, or choose another."
        case .databaseCorrupt(let file, let reason):
            "The database \(file.path) is damaged (\(reason)). Restore it, or move it away to start with an empty one."
        case .databaseOfAnotherVersion(let file):
            "Another version of this server has written the database \(file.path). Move the file away, or choose another data folder."
        }
    }
}
