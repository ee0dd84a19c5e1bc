import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What this process needs of the system's file descriptors before it opens any.
enum Descriptors {
    /// Opens `/dev/null` for each standard stream that is closed (`>&-`). Otherwise the next file that this process opens
    /// becomes that stream, and the line with the address may be written into the database. It is opened in the direction
    /// that can't be used, so that using the stream fails as before.
    static func openClosedStreams() {
        for (stream, direction) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(stream, F_GETFD) == -1 {
            // Takes the lowest number that is free, which is the stream's.
            _ = open("/dev/null", direction)
        }
    }

    /// Why too few files can be open at once, as a sentence; `nil` if there are enough. SwiftNIO ends the process if it
    /// can't create an event loop, so the shortage is found before there is one.
    static func shortage() -> String? {
        // An event loop for each core, each with three descriptors, beside the database and a few connections.
        let needed = 3 * ProcessInfo.processInfo.processorCount + 20
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<needed {
            let descriptor = dup(STDERR_FILENO)
            guard descriptor >= 0 else {
                return "Too few files can be open at once: strata-backend needs \(needed) and can open \(opened.count) "
                    + "(\(String(cString: strerror(errno)))). Raise the limit, for example with `ulimit -n 256`."
            }
            opened.append(descriptor)
        }
        return nil
    }
}
