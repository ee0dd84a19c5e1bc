import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A temporary file with a body to send, readable only by this user. It is deleted when the last reference is released.
/// If the process is killed, the file stays in the system's folder for temporary files.
final class SpooledFile: Sendable {
    let url: URL

    /// Creates a file at `url` that begins with `start`.
    init(at url: URL, _ start: Data) throws {
        self.url = url
        // Foundation sets the mode after creating the file, when other users could have opened it already.
        let descriptor = open(url.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: start)
    }

    deinit {
        // A failure can't be reported from here.
        try? FileManager.default.removeItem(at: url)
    }
}
