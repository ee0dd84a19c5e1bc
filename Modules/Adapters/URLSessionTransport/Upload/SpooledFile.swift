import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file that holds a body until it is sent, readable by this user alone; removed with its last owner. What a killed process
/// leaves behind lies in the system's folder for temporary files.
final class SpooledFile: Sendable {
    let url: URL

    /// A new file at `url` that begins with `start`.
    init(at url: URL, _ start: Data) throws {
        self.url = url
        // Foundation sets the mode only after others could have opened the file.
        let descriptor = open(url.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: true).write(contentsOf: start)
    }

    deinit {
        // Where it can't be removed, nobody is left who could be told.
        try? FileManager.default.removeItem(at: url)
    }
}
