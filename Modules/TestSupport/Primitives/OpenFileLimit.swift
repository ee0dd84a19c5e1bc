import Foundation

/// Limits the number of files that this process can have open. Call it in a child process, because the limit can't be
/// scoped.
public func limitOpenFiles(to count: Int) {
    var limit = rlimit(rlim_cur: rlim_t(count), rlim_max: rlim_t(count))
    #if canImport(Glibc)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
    setrlimit(RLIMIT_NOFILE, &limit)
    #endif
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
