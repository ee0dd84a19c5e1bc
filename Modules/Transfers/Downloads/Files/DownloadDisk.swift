import Foundation

/// Opens partial files.
protocol DownloadDisk: Sendable {
    /// The partial file of `destination`, locked for the caller.
    func open(for destination: URL) throws(DownloadFailure) -> any PartialFile
}

/// The disk of this device.
struct PosixDisk: DownloadDisk {
    func open(for destination: URL) throws(DownloadFailure) -> any PartialFile {
        try PosixPartialFile(for: destination)
    }
}
