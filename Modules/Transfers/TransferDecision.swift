public import Networking
import Primitives

/// A decision of a transfer between its first request and its end.
public enum TransferDecision<Restart: RestartReason>: Sendable, Equatable {
    public typealias Reason = Restart

    /// The file continues after this number of bytes, which a download or the server of an upload has stored.
    case resumed(from: Int64)
    /// The bytes so far are discarded, and the file restarts.
    case restarted(Reason)
    /// The exchange ended early, or transferred less than 16 KiB of new bytes. `at` is the number of bytes that are
    /// known to have arrived; the next request follows after the delay `waiting`.
    case interrupted(at: Int64, waiting: Duration)
    /// The transfer failed after this number of retries in a row without a new byte.
    case gaveUp(tries: Int)
}

/// Why a transfer in one direction restarts.
public protocol RestartReason: Sendable, Equatable {
    /// The direction in messages, and the name of the event: `download` or `upload`.
    static var transfer: String { get }
    /// The reason for developers, as the end of a sentence.
    var message: String { get }
}

extension TransferDecision: CustomEvent {
    /// The decision as one line for developers.
    public var message: String {
        switch self {
        case .resumed(let offset): "resumed at byte \(offset.grouped)"
        case .restarted(let reason): "\(name) restarted: \(reason.message)"
        case .interrupted(let offset, let wait):
            "\(name) interrupted at byte \(offset.grouped), retrying in \(wait.short)"
        case .gaveUp(0): "\(name) stopped at the first interruption, because no retries are allowed"
        case .gaveUp(1): "\(name) stopped after 1 retry without a new byte"
        case .gaveUp(let tries): "\(name) stopped after \(tries) retries without a new byte"
        }
    }

    public var name: String { Restart.transfer }

    public var fields: [String: String] {
        switch self {
        case .resumed(let offset): ["decision": "resumed", "bytes": "\(offset)"]
        case .restarted(let reason): ["decision": "restarted", "reason": reason.message]
        case .interrupted(let offset, let wait):
            ["decision": "interrupted", "bytes": "\(offset)", "wait": wait.short]
        case .gaveUp(let tries): ["decision": "gaveUp", "tries": "\(tries)"]
        }
    }
}
