#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Flushes all streams, because Swift 6 rejects the mutable global `stdout`.
func flushStandardOutput() {
    fflush(nil)
}
