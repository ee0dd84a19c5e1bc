#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Limits the size of every file that this process writes, so that a later write fails as on a full disk. Call it in a
/// child process, because the limit can't be scoped.
public func limitFileSizes(to bytes: Int) {
    // Otherwise a write beyond the limit ends the process.
    signal(SIGXFSZ, SIG_IGN)
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    #if canImport(Glibc)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    #else
    setrlimit(RLIMIT_FSIZE, &limit)
    #endif
}
