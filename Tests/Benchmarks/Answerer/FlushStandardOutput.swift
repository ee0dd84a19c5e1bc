#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// All streams, since `stdout` itself is a mutable global that Swift 6 does not let anybody read.
func flushStandardOutput() {
    fflush(nil)
}
