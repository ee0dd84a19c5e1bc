import DependencyInjection
import Synchronization

/// A value with identity.
final class Thing: Sendable {
    let name: String

    init(_ name: String = "thing") {
        self.name = name
    }
}

struct SampleError: Error, Equatable {
    var name = ""
}

extension Key<Thing> {
    static var a: Self { Self() }
    static var b: Self { Self() }
    static var c: Self { Self() }
    static var d: Self { Self() }
    static var e: Self { Self() }
}

extension Key<String> {
    static var account: Self { Self() }
    static var token: Self { Self() }
}

/// A thread-safe list of events.
final class Journal: Sendable {
    private let lines = Mutex<[String]>([])

    var entries: [String] { lines.withLock { $0 } }

    /// - Returns: The new number of entries.
    @discardableResult
    func note(_ line: String) -> Int {
        lines.withLock { lines in
            lines.append(line)
            return lines.count
        }
    }
}

/// Suspends a task until it opens. An open gate never closes.
struct Gate: Sendable {
    private let openings: AsyncStream<Void>
    private let opening: AsyncStream<Void>.Continuation

    init() {
        (openings, opening) = AsyncStream.makeStream()
    }

    func wait() async {
        for await _ in openings {}
    }

    func open() {
        opening.finish()
    }
}
