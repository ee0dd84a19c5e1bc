import Networking
import Synchronization
import Transfers

/// Counts events, and records the decisions that the tour shows.
final class TourMonitor: EventMonitor {
    struct Counts: Sendable {
        var attempts = 0
        var refusals = 0
        var resends = 0
        /// Responses with status 304: the stored response is still valid.
        var revalidations = 0
        var cancellations = 0
        var decisions: [String] = []
    }

    private let counts = Mutex(Counts())
    /// The modules that have reported events, in the order of their first event.
    private let modules = Mutex<[String]>([])
    private let accepted = AsyncStream.makeStream(of: String.self, bufferingPolicy: .bufferingNewest(16))

    func receive(_ event: CallEvent) {
        if event.kind == .responded(status: 200) { accepted.continuation.yield(event.operation) }
        report(Self.module(of: event))
        if case .custom(let custom) = event.kind { report(Self.module(of: custom.base)) }
        counts.withLock { counts in
            switch event.kind {
            case .attemptStarted: counts.attempts += 1
            case .responded(status: 401): counts.refusals += 1
            case .responded(status: 304): counts.revalidations += 1
            case .resent: counts.resends += 1
            case .failed(.cancelled): counts.cancellations += 1
            case .retryScheduled, .notRetried: counts.decisions.append(event.kind.message)
            case .custom(let custom) where custom.base is DownloadDecision || custom.base is UploadDecision:
                counts.decisions.append(event.kind.message)
            default: break
            }
        }
    }

    /// Returns once the server has accepted a call of `operation`, or when the task is cancelled.
    func waitForResponse(to operation: String) async {
        for await name in accepted.stream where name == operation { return }
    }

    private func report(_ module: String) {
        modules.withLock { modules in
            if !modules.contains(module) { modules.append(module) }
        }
    }

    /// Returns the modules that have reported events since the last call of this method.
    func takeModules() -> [String] {
        modules.withLock { modules in
            defer { modules = [] }
            return modules
        }
    }

    /// The module that declares a type, or the type of a value.
    static func module(of value: Any) -> String {
        String(String(reflecting: value as? Any.Type ?? type(of: value)).prefix { $0 != "." })
    }

    /// Returns the counts since the last call of this method, and resets them.
    func take() -> Counts {
        counts.withLock { counts in
            defer { counts = Counts() }
            return counts
        }
    }
}
