import Models
import Networking
import Persistence
import Primitives
import Services

extension Session {
    /// Requests one page and stores a copy of it. If the server can't be reached, it returns the stored copy.
    ///
    /// - Parameter time: its wall clock dates the copy.
    func listing<Item>(
        _ endpoint: Endpoint<Access, Page<Item>>, _ request: PageRequest, copies: PageStore<Item>, time: any TimeSource
    ) async throws(NetworkError) -> Listing<Item> {
        var copy: StoredPage<Item>?
        do throws(NetworkError) {
            let page = try await send(endpoint) { outcome async throws(StoreError) in
                switch outcome {
                case .success(let page): try await copies.save(StoredPage(page, storedAt: time.now))
                case .failure(let error) where error.isOffline: copy = try await copies.page(request)
                case .failure: break
                }
            }
            return Listing(page, from: .server)
        } catch {
            guard let copy else { throw error }
            return Listing(copy.page, from: .stored(at: copy.storedAt, because: ServiceFailure(error)))
        }
    }
}
