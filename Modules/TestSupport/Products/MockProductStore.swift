public import Models
public import Persistence

/// A mock of `ProductStore`: returns the responses that a test sets up and records each call. A call without a response
/// throws `StoreError.failed(reason:)` with the text of an ``UnexpectedCall``.
public final class MockProductStore: ProductStore {
    /// One call with its arguments.
    public enum Call: Sendable, Equatable {
        case page(PageRequest, of: String)
        case save(StoredPage<Product>, of: String)
        case remove(id: Product.ID, of: String)
    }

    private let pageResponse: MockResponse<(PageRequest, String), StoredPage<Product>?, StoreError>?
    private let saveResponse: MockResponse<(StoredPage<Product>, String), Void, StoreError>?
    private let removeResponse: MockResponse<(Product.ID, String), Void, StoreError>?
    private let recorder: MockRecorder<Call>

    /// - Parameter base: responds to the calls that have no response of their own.
    public init(
        over base: (any ProductStore)? = nil,
        page: MockResponse<(PageRequest, String), StoredPage<Product>?, StoreError>? = nil,
        save: MockResponse<(StoredPage<Product>, String), Void, StoreError>? = nil,
        remove: MockResponse<(Product.ID, String), Void, StoreError>? = nil,
        file: String = #fileID, line: Int = #line
    ) {
        pageResponse =
            page
            ?? base.map { base in .closure { call throws(StoreError) in try await base.page(call.0, of: call.1) } }
        saveResponse =
            save ?? base.map { base in .closure { call throws(StoreError) in try await base.save(call.0, of: call.1) } }
        removeResponse =
            remove
            ?? base.map { base in .closure { call throws(StoreError) in try await base.remove(id: call.0, of: call.1) }
            }
        recorder = MockRecorder("ProductStore", file: file, line: line)
    }

    /// The calls so far, in order, failed ones included.
    public var calls: [Call] { recorder.calls }

    public func page(_ request: PageRequest, of server: String) async throws(StoreError) -> StoredPage<Product>? {
        try await recorder.respond(to: .page(request, of: server), (request, server), with: pageResponse)
    }

    public func save(_ page: StoredPage<Product>, of server: String) async throws(StoreError) {
        try await recorder.respond(to: .save(page, of: server), (page, server), with: saveResponse)
    }

    public func remove(id: Product.ID, of server: String) async throws(StoreError) {
        try await recorder.respond(to: .remove(id: id, of: server), (id, server), with: removeResponse)
    }
}
