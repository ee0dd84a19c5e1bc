import Synchronization

/// State behind a lock, and the tasks that wait until it fulfills a condition: what every double has that a test can
/// wait for.
final class Watched<State: Sendable>: Sendable {
    private struct Watcher: Sendable {
        let id: Int
        let isContent: @Sendable (State) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    private struct Contents: Sendable {
        var state: State
        var lastID = 0
        var watchers: [Watcher] = []
    }

    private let contents: Mutex<Contents>

    init(_ state: State) {
        contents = Mutex(Contents(state: state))
    }

    /// Reads or changes the state, and then resumes the tasks whose condition holds, in the order in which they came.
    @discardableResult
    func withLock<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        let (value, content) = contents.withLock { contents in
            let value = body(&contents.state)
            let content = contents.watchers.filter { $0.isContent(contents.state) }
            contents.watchers.removeAll { watcher in content.contains { $0.id == watcher.id } }
            return (value, content)
        }
        // No continuation may be resumed while the lock is held.
        for watcher in content { watcher.continuation.resume() }
        return value
    }

    /// Returns when the condition holds, or when the waiting task is cancelled, for example because its test exceeds its
    /// time limit.
    func wait(until isContent: @escaping @Sendable (State) -> Bool) async {
        let id = contents.withLock { contents in
            contents.lastID += 1
            return contents.lastID
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isDone = contents.withLock { contents in
                    // A task is cancelled before its handler runs, so the handler finds each watcher added here.
                    if Task.isCancelled || isContent(contents.state) { return true }
                    contents.watchers.append(Watcher(id: id, isContent: isContent, continuation: continuation))
                    return false
                }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            let watcher = contents.withLock { contents in
                contents.watchers.firstIndex { $0.id == id }.map { contents.watchers.remove(at: $0) }
            }
            watcher?.continuation.resume()
        }
    }
}
