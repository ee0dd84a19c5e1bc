import Foundation
import Synchronization

/// What the system says about output that it did not take. The first counts.
final class OutputLoss: Sendable {
    private let state = Mutex<String?>(nil)

    var reason: String? { state.withLock(\.self) }

    func note(_ error: any Error) {
        let code = (error as? CocoaError)?.underlying as? POSIXError
        // Nobody reading any more (a closed pipe, as behind `| head`) is no reason to fail.
        guard code?.code != .EPIPE else { return }
        let reason = code.map { String(cString: strerror($0.code.rawValue)) } ?? "the system refused it"
        state.withLock { $0 = $0 ?? reason }
    }
}
