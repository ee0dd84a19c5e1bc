import Backend
import Foundation

/// Prepares and checks what the process has inherited, before it opens files and starts threads.
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

    /// An error message if the process has no current folder, or if the system gives it too few files or threads;
    /// otherwise `nil`. SwiftNIO traps if it cannot create an event loop, and the concurrency runtime waits forever for
    /// a thread, so this is checked first.
    static func shortage() -> String? {
        let folder = getcwd(nil, 0)
        guard folder != nil || errno != ENOENT else {
            return "The current folder has been removed. Change to another folder."
        }
        free(folder)
        return shortageOfFiles() ?? shortageOfThreads()
    }

    private static func shortageOfFiles() -> String? {
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

    private static func shortageOfThreads() -> String? {
        #if canImport(Glibc)
        // Two threads for each core. The rest is for signals, timers, the database and blocking calls.
        let needed = 2 * ProcessInfo.processInfo.processorCount + 8
        // Glibc reserves a stack of 8 MiB and a heap of 64 MiB for a thread.
        let size = needed * (8 + 64) << 20
        let space = mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard space != MAP_FAILED else {
            return "Too little address space: \(BackendName.command) requires \(size >> 20) MiB for its threads "
                + "(\(String(cString: strerror(errno)))). Raise the limit, for example with `ulimit -v unlimited`."
        }
        munmap(space, size)
        // The threads wait for this lock, so that all of them exist at the same time.
        let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        defer { gate.deallocate() }
        pthread_mutex_init(gate, nil)
        pthread_mutex_lock(gate)
        var threads: [pthread_t] = []
        var error: Int32 = 0
        while threads.count < needed, error == 0 {
            var thread = pthread_t()
            error = pthread_create(
                &thread, nil,
                { gate in
                    guard let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) else { return nil }
                    pthread_mutex_lock(gate)
                    pthread_mutex_unlock(gate)
                    return nil
                }, gate)
            if error == 0 { threads.append(thread) }
        }
        pthread_mutex_unlock(gate)
        for thread in threads { pthread_join(thread, nil) }
        guard error == 0 else {
            return "Too few threads can be created: \(BackendName.command) requires \(needed) and can create "
                + "\(threads.count) (\(String(cString: strerror(error)))). Raise the limits of processes and memory "
                + "(`ulimit -a`), or those of the container."
        }
        #endif
        return nil
    }
}
