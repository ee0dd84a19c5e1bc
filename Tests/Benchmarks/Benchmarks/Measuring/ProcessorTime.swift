#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The time that processors have spent on this process.
enum ProcessorTime {
    /// In seconds, on all threads, in the program and for it in the system.
    static var used: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
