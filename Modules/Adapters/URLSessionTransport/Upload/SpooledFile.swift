import Files
import Foundation

/// A temporary file with a body to send, readable only by this user. It is deleted when the last reference is released.
/// If the process is killed, the file stays in the system's folder for temporary files.
final class SpooledFile: Sendable {
    let url: URL

    /// Creates a file at `url` that begins with `start`.
    init(at url: URL, _ start: Data) throws(FileError) {
        self.url = url
        try PosixFile(url.path, O_CREAT | O_EXCL | O_WRONLY).write(start, at: 0)
    }

    deinit {
        // A failure can't be reported from here.
        try? FileManager.default.removeItem(at: url)
    }
}
