import Models
import Networking
import Persistence
import Primitives
import Services

extension Session {
    /// Requests one page and stores a copy of it. If the server can't be reached, or is silent for 2 s, it returns the
    /// stored copy.
    ///
    /// After the 2 s the call continues until its own limits, because it may still update the copy for the next read.
    /// Without a copy, its result is awaited. Cancelling the caller cancels the call.
    ///
    /// - Parameter time: its wall clock dates the copy.
    func listing<Item>(
        _ endpoint: Endpoint<Access, Page<Item>>, page request: PageRequest, in copies: RecordStore<Item>,
        time: any TimeSource
    ) async throws(NetworkError) -> Listing<Item> {
        let (endings, ending) = AsyncStream.makeStream(of: Listing<Item>?.self)
        let call = Task { () async -> Result<Listing<Item>, NetworkError> in
            defer { ending.yield(nil) }
            do throws(NetworkError) {
                return .success(try await response(to: endpoint, page: request, in: copies, time: time))
            } catch {
                return .failure(error)
            }
        }
        let timer = time.setTimer(at: time.monotonicTime + .seconds(2)) {
            Task {
                let stored: StoredPage<Item>?
                do throws(StoreError) {
                    stored = try await copies.page(request)
                } catch {
                    // A copy that can't be read is no copy. The call reports the server's response.
                    stored = nil
                }
                guard let stored else { return }
                let message = UserMessage("service.slow", "The server has not responded yet.")
                ending.yield(
                    stored.listing(because: ServiceFailure(.timedOut, message, diagnostic: "no response within 2 s")))
            }
        }
        defer { timer.cancel() }
        return try await withTaskCancellationHandler { () async -> Result<Listing<Item>, NetworkError> in
            for await stored in endings {
                if let stored { return .success(stored) }
                break
            }
            return await call.value
        } onCancel: {
            call.cancel()
        }.get()
    }

    /// The server's page, or the stored copy if the server can't be reached.
    private func response<Item>(
        to endpoint: Endpoint<Access, Page<Item>>, page request: PageRequest, in copies: RecordStore<Item>,
        time: any TimeSource
    ) async throws(NetworkError) -> Listing<Item> {
        var stored: StoredPage<Item>?
        do throws(NetworkError) {
            let page = try await send(endpoint) { outcome async throws(StoreError) in
                switch outcome {
                case .success(let page): try await copies.save(StoredPage(page, storedAt: time.now))
                case .failure(let error) where error.isOffline: stored = try await copies.page(request)
                case .failure: break
                }
            }
            return Listing(page, from: .server)
        } catch {
            guard let stored, !Task.isCancelled else { throw error }
            return stored.listing(because: ServiceFailure(error))
        }
    }
}

extension StoredPage {
    fileprivate func listing(because failure: ServiceFailure) -> Listing<Item> {
        Listing(page, from: .stored(at: storedAt, because: failure))
    }
}

extension Session {
    /// Sends one call and updates the local data with its outcome.
    ///
    /// - Parameter store: updates the local data. If it fails, the outcome stays the same: a call that the server has
    ///   accepted is a success. The monitor receives ``CallEvent/Kind/localCopyNotUpdated(reason:)``.
    func send<Response>(
        _ endpoint: Endpoint<Access, Response>,
        updating store: (Result<Response, NetworkError>) async throws(StoreError) -> Void
    ) async throws(NetworkError) -> Response {
        try await send(
            endpoint,
            storing: { outcome in
                do throws(StoreError) {
                    try await store(outcome)
                    return nil
                } catch {
                    return error.userMessage
                }
            })
    }
}
