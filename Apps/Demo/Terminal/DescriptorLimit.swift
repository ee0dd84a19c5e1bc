import Composition
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The number of files that this process may open.
enum DescriptorLimit {
    /// Throws if the app can't open the files that it needs. SwiftNIO ends the process if it can't create an event
    /// loop, so this check runs before the first one.
    static func check() throws(Failure) {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<needed {
            let descriptor = dup(STDERR_FILENO)
            guard descriptor >= 0 else {
                throw Failure(
                    """
                    Too few files can be open at once: \(AppName.command) needs \(needed) and can open \(opened.count) \
                    (\(String(cString: strerror(errno)))). Raise the limit, for example with `ulimit -n 256`.
                    """, .resources)
            }
            opened.append(descriptor)
        }
    }

    /// Three descriptors for the event loop of each core, and more for the database, signals, files and connections.
    private static var needed: Int { 3 * ProcessInfo.processInfo.processorCount + 20 }
}
