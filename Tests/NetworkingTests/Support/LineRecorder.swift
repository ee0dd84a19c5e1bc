import Synchronization

/// Records lines of text in order.
final class LineRecorder: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    @Sendable func add(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}
