import Foundation
public import Logging
public import Networking
import Primitives

/// Writes every event as one line to a logger of swift-log.
///
/// The metadata has the call's id and operation, and the fields of a custom event under its name (`cache.decision`).
/// Events contain no secrets, so the log contains none either.
public struct LogMonitor: EventMonitor {
    private let logger: Logger

    /// - Parameter logger: receives the events. A failed call is logged as `error`, a decision beyond the normal
    ///   course, such as a retry, as `notice`, and everything else as `debug`.
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
    /// Cancellation was requested by the app, so it is not an error.
    fileprivate var level: Logger.Level {
        switch self {
        case .failed(.cancelled): .debug
        case .failed: .error
        case .started, .attemptStarted, .responded, .bodyEnded, .finished: .debug
        default: .notice
        }
    }
}

extension LogMonitor {
    /// A monitor that logs all events to standard error, for command-line tools.
    public static func onStandardError(label: String) -> LogMonitor {
        var logger = Logger(label: label) { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .debug
        return LogMonitor(logger)
    }
}
