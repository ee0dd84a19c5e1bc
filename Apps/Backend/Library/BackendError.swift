public import Foundation

/// Why a server could not start. Each has one sentence that tells a person what happened and what to do.
public enum BackendError: Error, Equatable, Sendable {
    /// Another process listens on this port already.
    case portInUse(host: String, port: Int)
    /// The address cannot be listened on: unknown, not of this machine, or not permitted.
    case hostUnavailable(host: String, port: Int, reason: String)
    /// The address can be reached by other machines, and that was not allowed.
    case remoteHostRefused(host: String)
    /// Fault switches were asked for on an address that other machines can reach.
    case remoteFaultsRefused(host: String)
    /// The data folder cannot be created, read or written.
    case dataDirectoryUnusable(URL, reason: String)
    /// The database file is damaged, or is no database.
    case databaseCorrupt(URL, reason: String)
    /// The database was written by a newer version of this server.
    case databaseTooNew(URL)
    /// The cost of a password is none that scrypt can be run with.
    case passwordCostInvalid(PasswordCost)
}

extension BackendError: LocalizedError {
    /// One sentence: what happened, and what to do.
    public var errorDescription: String? {
        switch self {
        case .portInUse(let host, let port):
            "Port \(port) on \(host) is in use; stop what listens there, or choose another port (0 finds a free one)."
        case .hostUnavailable(let host, let port, let reason):
            "Cannot listen on \(host), port \(port) (\(reason)); choose an address of this machine."
        case .remoteHostRefused(let host):
            "Other machines could reach \(host); use 127.0.0.1, or allow remote clients expressly."
        case .remoteFaultsRefused(let host):
            "Fault switches would let other machines break the server on \(host); use them on 127.0.0.1 only."
        case .dataDirectoryUnusable(let folder, let reason):
            "Cannot use the data folder \(folder.path) (\(reason)); make it writable, or choose another."
        case .databaseCorrupt(let file, let reason):
            "The database \(file.path) is damaged (\(reason)); restore it, or move it away to start anew."
        case .databaseTooNew(let file):
            "The database \(file.path) was written by a newer version; use that version, or another data folder."
        case .passwordCostInvalid(let cost):
            "scrypt cannot run with N=\(cost.rounds), r=\(cost.blockSize), p=\(cost.parallelism); N must be a power of 2."
        }
    }
}
