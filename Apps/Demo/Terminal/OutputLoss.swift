import Foundation
import Synchronization

/// What the system says about output that it did not take. The first counts.
final class OutputLoss: Sendable {
    private let state = Mutex<String?>(nil)

    var reason: String? { state.withLock(\.self) }

    func note(_ error: any Error) {
        let code = Self.systemCode(of: error as NSError)
        // Nobody reading any more (a closed pipe, as behind `| head`) is no reason to fail.
        guard code != EPIPE else { return }
        let reason = code.map { String(cString: strerror($0)) } ?? error.localizedDescription
        state.withLock { $0 = $0 ?? reason }
    }

    /// Foundation wraps what the system says, and not on every platform in the same way.
    private static func systemCode(of error: NSError) -> Int32? {
        if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
        return (error.userInfo[NSUnderlyingErrorKey] as? NSError).flatMap(systemCode)
    }
}
