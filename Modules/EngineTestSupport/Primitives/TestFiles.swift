public import Foundation

/// Runs `body` with a new folder and removes the folder afterwards.
public func withTemporaryFolder<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "test-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer {
        // A folder that can't be removed fails no test.
        try? FileManager.default.removeItem(at: folder)
    }
    return try await body(folder)
}

// Limits of this process. Set them in a child process, because they can't be scoped.

/// Limits the size of every file that this process writes, so that a later write fails as on a full disk.
public func limitFileSizes(to bytes: Int) {
    // Otherwise a write beyond the limit ends the process.
    signal(SIGXFSZ, SIG_IGN)
    limit(RLIMIT_FSIZE, to: bytes)
}

/// Limits the number of files that this process can have open.
public func limitOpenFiles(to count: Int) {
    limit(RLIMIT_NOFILE, to: count)
}

/// Opens files until no descriptor is free, and returns them.
public func occupyFiles() -> [Int32] {
    var files: [Int32] = []
    while true {
        let file = dup(STDERR_FILENO)
        guard file >= 0 else { return files }
        files.append(file)
    }
}

#if canImport(Glibc)
private func limit(_ resource: __rlimit_resource, to count: Int) {
    var limit = rlimit(rlim_cur: rlim_t(count), rlim_max: rlim_t(count))
    setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
}
#else
private func limit(_ resource: Int32, to count: Int) {
    var limit = rlimit(rlim_cur: rlim_t(count), rlim_max: rlim_t(count))
    setrlimit(resource, &limit)
}
#endif
