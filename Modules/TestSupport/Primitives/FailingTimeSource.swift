public import Foundation
public import Primitives
public import Testing

/// A failing double of ``TimeSource``, for code that has no need of time: each use records a test failure.
public struct FailingTimeSource: TimeSource {
    private let sourceLocation: SourceLocation

    /// A double whose failures point to the line that made it.
    public init(sourceLocation: SourceLocation = #_sourceLocation) {
        self.sourceLocation = sourceLocation
    }

    /// Records a failure; 1970.
    public var now: Date {
        _ = UnexpectedCall.record("TimeSource.now", sourceLocation: sourceLocation)
        return Date(timeIntervalSince1970: 0)
    }

    /// Records a failure; zero.
    public var uptime: Duration {
        _ = UnexpectedCall.record("TimeSource.uptime", sourceLocation: sourceLocation)
        return .zero
    }

    public func sleep(for duration: Duration) async throws {
        throw UnexpectedCall.record("TimeSource.sleep(for:)", sourceLocation: sourceLocation)
    }

    /// Records a failure; a timer that never fires.
    public func setTimer(at moment: Duration, _ fire: @escaping @Sendable () -> Void) -> DeadlineTimer {
        _ = UnexpectedCall.record("TimeSource.setTimer(at:_:)", sourceLocation: sourceLocation)
        return DeadlineTimer {}
    }
}
