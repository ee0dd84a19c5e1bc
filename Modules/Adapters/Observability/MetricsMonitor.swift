public import CoreMetrics
import Foundation
public import Networking
import Synchronization

/// Counts and times calls with swift-metrics:
///
/// - `http_client_call_duration`, a timer by `operation` and `outcome` (`ok`, or the cause in a word or two);
/// - `http_client_attempts`, a counter by `operation`: requests sent;
/// - `http_client_decisions`, a counter by `operation` and `decision`: retries, refreshes, responses from the cache, …
///
/// The labels are names from the program and never come from a request or a response, so the number of time series
/// stays small.
public final class MetricsMonitor: EventMonitor {
    private let factory: any MetricsFactory
    private let starts = Mutex<[UUID: Duration]>([:])

    /// - Parameter factory: makes the metrics; usually the app's `MetricsSystem.factory`.
    public init(_ factory: any MetricsFactory) {
        self.factory = factory
    }

    public func receive(_ event: CallEvent) {
        switch event.kind {
        case .started:
            starts.withLock { $0[event.callID] = event.monotonicTime }
        case .attemptStarted:
            count("http_client_attempts", [("operation", event.operation)])
        case .finished:
            end(event, outcome: "ok")
        case .failed(let cause):
            end(event, outcome: cause.name)
        case .responded, .bodyEnded, .attemptFailed:
            break
        default:
            count("http_client_decisions", [("operation", event.operation), ("decision", event.kind.name)])
        }
    }

    private func end(_ event: CallEvent, outcome: String) {
        // A call whose request could not be made never started, and took no time.
        let start = starts.withLock { $0.removeValue(forKey: event.callID) } ?? event.monotonicTime
        let timer = Timer(
            label: "http_client_call_duration", dimensions: [("operation", event.operation), ("outcome", outcome)],
            factory: factory)
        timer.recordNanoseconds(Int64((event.monotonicTime - start) / .nanoseconds(1)))
    }

    private func count(_ label: String, _ dimensions: [(String, String)]) {
        Counter(label: label, dimensions: dimensions, factory: factory).increment()
    }
}
