import Composition
import Foundation

/// What a command needs from the system before it starts: a current folder and open files.
package enum SystemLimits {
    /// Throws if the system denies one of them. Later nothing would report it: SwiftNIO ends the process if it can't create
    /// an event loop.
    package static func check() throws(Failure) {
        try checkFolder()
        try checkFiles()
    }

    /// Without a current folder, Foundation can't resolve relative paths.
    private static func checkFolder() throws(Failure) {
        let path = getcwd(nil, 0)
        guard path == nil, errno == ENOENT else { return free(path) }
        throw Failure("The current folder has been removed. Change to another folder.", .resources)
    }

    private static func checkFiles() throws(Failure) {
        var opened: [Int32] = []
        defer { for descriptor in opened { close(descriptor) } }
        for _ in 0..<files {
            let descriptor = dup(STDERR_FILENO)
            guard descriptor >= 0 else {
                throw Failure(
                    """
                    Too few files can be open at once: \(AppName.command) needs \(files) and can open \(opened.count) \
                    (\(String(cString: strerror(errno)))). Raise the limit, for example with `ulimit -n 256`.
                    """, .resources)
            }
            opened.append(descriptor)
        }
    }

    /// Three descriptors for the event loop of each core, and more for the database, signals, files and connections.
    private static var files: Int { 3 * ProcessInfo.processInfo.processorCount + 20 }
}
