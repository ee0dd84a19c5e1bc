import Foundation
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Records the first error of a write to standard output.
final class OutputLoss: Sendable {
    private let state = Mutex<Failure?>(nil)

    var failure: Failure? { state.withLock(\.self) }

    func note(_ error: StandardStreams.WriteError) {
        let failure: Failure
        switch error {
        case .cancelled: failure = Failure(CancellationError())
        // A reader that has closed its pipe, such as `head`, is not an error.
        case .failed(EPIPE): return
        case .failed(let code):
            let reason = code == EBADF ? "it is closed" : String(cString: strerror(code))
            failure = Failure("Standard output can't be written (\(reason)).", .storage)
        }
        state.withLock { $0 = $0 ?? failure }
    }
}
