import Foundation

/// Where partial files are.
protocol DownloadDisk: Sendable {
    /// The partial file of `destination`, locked for the caller.
    func open(for destination: URL) throws(DownloadFailure) -> any PartialFile
}

/// The machine's own.
struct PosixDisk: DownloadDisk {
    func open(for destination: URL) throws(DownloadFailure) -> any PartialFile {
        try PosixPartialFile(for: destination)
    }
}
