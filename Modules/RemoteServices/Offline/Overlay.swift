import Models
import Persistence
import Services

/// The pending changes of one kind of items, which are applied to whatever is read and never stored.
struct Overlay<Item: Sendable & Identifiable>: Sendable where Item.ID: Sendable {
    /// The effects of the pending changes, in their order.
    let effects: @Sendable () async throws(StoreError) -> [(effect: Effect, pending: PendingChange)]
    let changes: @Sendable () -> AsyncStream<Void>

    /// What a pending change does. Applying it to a value that has it already changes nothing.
    enum Effect: Sendable {
        /// Adds the item at the end of the list.
        case adds(Item)
        case changes(Item.ID, @Sendable (inout Item) -> Void)
        case deletes(Item.ID)
    }

    init<Change: OutboxChange>(of outbox: Outbox, _ effect: @escaping @Sendable (Change) -> Effect) {
        effects = { () async throws(StoreError) in
            try await outbox.pendingChanges(Change.self).map { (effect($0.change), $0.pending) }
        }
        changes = { outbox.store.changes() }
    }

    /// The page with the changes applied, and the changes that the page contains.
    func apply(_ page: Page<Item>) async throws(StoreError) -> (Page<Item>, [PendingChange]) {
        var (items, total, pending) = (page.items, page.total, [PendingChange]())
        for (effect, change) in try await effects() {
            switch effect {
            case .adds(let item):
                // The server has it already, but its response was lost.
                if items.contains(where: { $0.id == item.id }) { break }
                total += 1
                // Only the server's last page shows it, even if that is full.
                guard page.number == page.pageCount else { continue }
                items.append(item)
            case .changes(let id, let apply):
                guard let index = items.firstIndex(where: { $0.id == id }) else { continue }
                apply(&items[index])
            case .deletes(let id):
                guard let index = items.firstIndex(where: { $0.id == id }) else { continue }
                items.remove(at: index)
                total -= 1
            }
            pending.append(change)
        }
        return (Page(items: items, number: page.number, size: page.size, total: total), pending)
    }

    /// The item with the changes, and whether it is deleted.
    func apply(
        _ id: Item.ID, _ item: Item?
    ) async throws(StoreError) -> (item: Item?, pending: [PendingChange], isDeleted: Bool) {
        var (item, pending, isDeleted) = (item, [PendingChange](), false)
        for (effect, change) in try await effects() {
            switch effect {
            case .adds(let new) where new.id == id: item = item ?? new
            case .changes(let changed, let apply) where changed == id:
                if var new = item {
                    apply(&new)
                    item = new
                }
            case .deletes(let deleted) where deleted == id: isDeleted = true
            default: continue
            }
            pending.append(change)
        }
        return (item, pending, isDeleted)
    }
}

/// Reads a value whenever there is a notice, and passes it on if it has changed.
func distinct<Value: Sendable>(
    _ notices: AsyncStream<Void>, _ read: @escaping @Sendable () async -> Value,
    isSame: @escaping @Sendable (Value, Value) -> Bool
) -> AsyncStream<Value> {
    let (values, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let task = Task {
        var last: Value?
        for await _ in notices {
            let value = await read()
            if let last, isSame(last, value) { continue }
            last = value
            continuation.yield(value)
        }
        continuation.finish()
    }
    continuation.onTermination = { _ in task.cancel() }
    return values
}

/// The notices of several streams.
func merged(_ streams: [AsyncStream<Void>?]) -> AsyncStream<Void> {
    let (notices, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let tasks = streams.compactMap(\.self).map { stream in
        Task { for await _ in stream { continuation.yield() } }
    }
    continuation.onTermination = { _ in for task in tasks { task.cancel() } }
    return notices
}
