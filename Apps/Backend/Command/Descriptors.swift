import Backend
import Foundation

/// Prepares and checks what the process has inherited, before it opens files.
enum Descriptors {
    /// Opens `/dev/null` for each standard stream that is closed (`>&-`). Otherwise the next file that this process
    /// opens becomes that stream, and the ready line could be written into the database. The direction of `/dev/null`
    /// is the opposite of the stream's, so that using the stream still fails.
    static func openClosedStreams() {
        for (stream, direction) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(stream, F_GETFD) == -1 {
            // `open` uses the lowest free number, which is the stream's.
            _ = open("/dev/null", direction)
        }
    }

    /// An error message if the process has no current folder, or if the system gives it too few files; otherwise `nil`.
    /// SwiftNIO traps if it cannot create an event loop, so this is checked first.
    static func shortage() -> String? {
        let folder = getcwd(nil, 0)
        guard folder != nil || errno != ENOENT else {
            return "The current folder has been removed. Change to another folder."
        }
        free(folder)
        // Three descriptors for the event loop of each core. The rest is for the database and a few connections.
        let needed = 3 * ProcessInfo.processInfo.processorCount + 20
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<needed {
            let descriptor = dup(STDERR_FILENO)
            guard descriptor >= 0 else {
                return
                    "Too few files can be open at once: \(BackendName.command) requires \(needed) and can open \(opened.count) "
                    + "(\(String(cString: strerror(errno)))). Raise the limit, for example with `ulimit -n 256`."
            }
            opened.append(descriptor)
        }
        return nil
    }
}
