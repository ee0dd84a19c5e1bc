import Foundation
import Models
import Networking
import Persistence
import Primitives
import Services
import Synchronization

extension StoredReads {
    /// The stored page at once, then the server's, and again whenever the stored data or a pending change changes.
    func observe(_ request: PageRequest, from endpoint: Endpoint<Access, Page<Item>>) -> Snapshots<Page<Item>> {
        observe { () async throws(NetworkError) in
            try await fetch(request, from: endpoint)
        } stored: { failure, source async throws(ServiceError<Never>) in
            try await mapped { () async throws(StoreError) in
                if let stored = try await storedPage(request, because: failure, from: source) { return stored }
                return source == .stored ? try await additions(request, because: failure) : nil
            }
        }
    }

    /// The same for one item. If the item is deleted, a failure follows.
    func observe(_ id: Item.ID, from endpoint: Endpoint<Access, Item>) -> Snapshots<Item> {
        observe { () async throws(NetworkError) in
            try await fetch(id, from: endpoint)
        } stored: { failure, source async throws(ServiceError<Never>) in
            try await refuseIfDeleted(id)
            return try await mapped { () async throws(StoreError) in
                try await storedItem(id, because: failure, from: source)
            }
        }
    }

    private func observe<Value: Equatable>(
        _ fetch: @escaping @Sendable () async throws(NetworkError) -> Snapshot<Value>,
        stored:
            @escaping @Sendable (
                ServiceFailure?, Snapshot<Value>.Source
            ) async throws(ServiceError<Never>) -> Snapshot<Value>?
    ) -> Snapshots<Value> {
        let (snapshots, continuation) = AsyncStream.makeStream(
            of: Snapshots<Value>.Element.self, bufferingPolicy: .bufferingNewest(16))
        let task = Task {
            await withTaskGroup { group in
                let refresh = Refresh<Value>()
                let fetch = { @Sendable in
                    do throws(NetworkError) {
                        refresh.end(.success(try await fetch()))
                    } catch {
                        refresh.end(.failure(error))
                    }
                }
                let changes = distinct(merged([copies.changes(), overlay?.changes(), refresh.feed.changes()])) {
                    await observed(after: refresh, again: fetch, stored)
                } isSame: { first, second in
                    switch (first, second) {
                    case (nil, nil): true
                    case (.success(let first), .success(let second)): first == second
                    case (.failure(let first), .failure(let second)): first.userMessage == second.userMessage
                    default: false
                    }
                }
                // The stored value comes first, however fast the server is.
                var isFirst = true
                for await snapshot in changes {
                    if let snapshot { continuation.yield(snapshot) }
                    if isFirst { group.addTask { await fetch() } }
                    isFirst = false
                }
                group.cancelAll()
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return snapshots
    }

    /// What an observer sees now; `nil` if there is nothing new because the value was requested again.
    private func observed<Value>(
        after refresh: Refresh<Value>, again fetch: @Sendable () async -> Void,
        _ stored: (ServiceFailure?, Snapshot<Value>.Source) async throws(ServiceError<Never>) -> Snapshot<Value>?
    ) async -> Snapshots<Value>.Element? {
        let outcome = refresh.outcome
        var (fetched, failure): (Snapshot<Value>?, NetworkError?)
        switch outcome {
        case .success(let snapshot): fetched = snapshot
        case .failure(let error): failure = error
        case nil: break
        }
        do throws(ServiceError<Never>) {
            let value = try await stored(failure.map { ServiceFailure($0) }, fetched == nil ? .stored : .server)
            let isGone = refresh.noteStored(value != nil)
            if let value { return .success(value) }
            if isGone {
                // The value was deleted, or it only has another place now, or was forgotten. Only the server can say
                // which.
                await fetch()
                return nil
            }
        } catch .notFound(let reason) {
            return .failure(.notFound(reason))
        } catch {
            if fetched == nil { return .failure(error) }
        }
        // The response could not be stored, as on a full disk, or the copy can't be read.
        if let fetched { return .success(fetched) }
        return .failure(failure.map { ServiceError($0) } ?? .failed(.neverFetched))
    }
}

/// The state of an observation: the outcome of its last request, and whether this machine had a copy.
private final class Refresh<Value: Sendable>: Sendable {
    typealias Outcome = Result<Snapshot<Value>, NetworkError>

    let feed = ChangeFeed()
    private let state = Mutex((outcome: Outcome?.none, isStored: false))

    /// `nil` until a request has ended.
    var outcome: Outcome? { state.withLock { $0.outcome } }

    func end(_ outcome: Outcome) {
        state.withLock { $0.outcome = outcome }
        feed.notify()
    }

    /// Returns whether a copy that was there is gone.
    func noteStored(_ isStored: Bool) -> Bool {
        state.withLock { state in
            defer { state.isStored = isStored }
            return state.isStored && !isStored
        }
    }
}
