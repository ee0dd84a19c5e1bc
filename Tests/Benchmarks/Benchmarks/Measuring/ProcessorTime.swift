#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The processor time of this process.
enum ProcessorTime {
    /// User and system time of all threads, in seconds.
    static var used: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
