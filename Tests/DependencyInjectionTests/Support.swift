import DependencyInjection
import Synchronization

protocol Greeting: Sendable {
    var text: String { get }
}

struct Hello: Greeting {
    let text = "hello"
}

/// A value with identity.
final class Thing: Sendable {
    let name: String

    init(_ name: String = "thing") {
        self.name = name
    }
}

enum SampleError: Error, Equatable {
    case broken
    case stuck(String)
}

extension Key<any Greeting> {
    static var greeting: Self { Self() }
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

    func note(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}

/// A thread-safe counter.
final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .sequentiallyConsistent) }

    /// - Returns: The new count.
    @discardableResult
    func increment() -> Int {
        count.add(1, ordering: .sequentiallyConsistent).newValue
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

/// Stops the action that passes it, until the test lets it continue.
struct Barrier: Sendable {
    private let reached = Gate()
    private let opened = Gate()

    func pass() async {
        reached.open()
        await opened.wait()
    }

    func waitUntilReached() async { await reached.wait() }

    func open() { opened.open() }
}

extension ResolutionError {
    /// The key that was requested after a shutdown; `nil` for any other error.
    var keyAfterShutdown: AnyKey? {
        if case .shutDown(let key) = self { key } else { nil }
    }
}
