import Foundation
import Synchronization

/// Records the first error of a write to standard output.
final class OutputLoss: Sendable {
    private let state = Mutex<(failure: Failure?, isUnread: Bool)>((nil, false))

    var failure: Failure? { state.withLock(\.failure) }
    /// Whether a write has failed, so that no reader would receive further output.
    var isUnread: Bool { state.withLock(\.isUnread) }

    func note(_ error: StandardStreams.WriteError) {
        let failure: Failure? =
            switch error {
            case .cancelled: Failure(CancellationError())
            // A reader that has closed its pipe, such as `head`, is not an error.
            case .failed(EPIPE): nil
            case .failed(EBADF): Failure("Standard output can't be written (it is closed).", .storage)
            case .failed(let code):
                Failure("Standard output can't be written (\(String(cString: strerror(code)))).", .storage)
            }
        state.withLock { $0 = ($0.failure ?? failure, true) }
    }
}
