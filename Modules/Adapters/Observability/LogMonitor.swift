import Foundation
public import Logging
public import Networking
import Primitives

/// Writes every event to a log of swift-log, one line each: what was decided and why, with the call's id and operation as
/// metadata, and a custom event's fields under its name (`cache.decision`). An event holds no secret, and so neither does the log.
public struct LogMonitor: EventMonitor {
    private let logger: Logger

    /// - Parameter logger: its level decides how much is seen. A call that failed is an `error`; a decision that the
    ///   happy path doesn't take, such as a retry, is `notice`; the course of things is `debug`.
    public init(_ logger: Logger) {
        self.logger = logger
    }

    public func receive(_ event: CallEvent) {
        var metadata: Logger.Metadata = ["call": "\(event.callID.text)", "operation": "\(event.operation)"]
        if case .custom(let custom) = event.kind {
            for (key, value) in custom.base.fields { metadata["\(custom.base.name).\(key)"] = "\(value)" }
        }
        logger.log(level: event.kind.level, "\(event.kind.message)", metadata: metadata)
    }
}

extension CallEvent.Kind {
    /// Cancellation is somebody's wish and no failure.
    fileprivate var level: Logger.Level {
        switch self {
        case .failed(.cancelled): .debug
        case .failed: .error
        case .started, .attemptStarted, .responded, .finished: .debug
        default: .notice
        }
    }
}

extension LogMonitor {
    /// A log on standard error with all that happens, for command-line tools.
    public static func onStandardError(label: String) -> LogMonitor {
        var logger = Logger(label: label) { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .debug
        return LogMonitor(logger)
    }
}
