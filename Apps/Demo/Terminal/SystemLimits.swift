import Composition
import Foundation

/// What a command needs from the system before it starts: a current folder, open files, address space and threads.
enum SystemLimits {
    /// Throws if the system denies one of them. Runs on the main thread, before another one exists, because later
    /// nothing reports it: SwiftNIO ends the process if it can't create a thread or an event loop, and the concurrency
    /// runtime waits forever for a thread.
    static func check() throws(Failure) {
        try checkFolder()
        try checkFiles()
        #if canImport(Glibc)
        try checkAddressSpace()
        try checkThreads()
        #endif
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

    #if canImport(Glibc)
    private static func checkAddressSpace() throws(Failure) {
        let size = threads * spaceOfThread
        let space = mmap(nil, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard space != MAP_FAILED else {
            throw Failure(
                """
                Too little address space: \(AppName.command) needs \(size >> 20) MiB for its threads \
                (\(String(cString: strerror(errno)))). Raise the limit, for example with `ulimit -v unlimited`.
                """, .resources)
        }
        munmap(space, size)
    }

    /// Glibc reserves a stack of 8 MiB and a heap of 64 MiB for a thread.
    private static var spaceOfThread: Int { (8 + 64) << 20 }

    private static func checkThreads() throws(Failure) {
        // The threads wait for this lock, so that all of them exist at the same time.
        let gate = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        defer { gate.deallocate() }
        pthread_mutex_init(gate, nil)
        pthread_mutex_lock(gate)
        var started: [pthread_t] = []
        var error: Int32 = 0
        while started.count < threads, error == 0 {
            var thread = pthread_t()
            error = pthread_create(
                &thread, nil,
                { gate in
                    guard let gate = gate?.assumingMemoryBound(to: pthread_mutex_t.self) else { return nil }
                    pthread_mutex_lock(gate)
                    pthread_mutex_unlock(gate)
                    return nil
                }, gate)
            if error == 0 { started.append(thread) }
        }
        pthread_mutex_unlock(gate)
        for thread in started { pthread_join(thread, nil) }
        guard error == 0 else {
            throw Failure(
                """
                Too few threads can be created: \(AppName.command) needs \(threads) and can create \(started.count) \
                (\(String(cString: strerror(error)))). Raise the limits of processes and memory (`ulimit -a`), or \
                those of the container.
                """, .resources)
        }
    }

    /// Two threads for each core, an event loop and one of the concurrency runtime, and more for signals, timers, the
    /// database and blocking calls.
    private static var threads: Int { 2 * ProcessInfo.processInfo.processorCount + 8 }
    #endif
}
