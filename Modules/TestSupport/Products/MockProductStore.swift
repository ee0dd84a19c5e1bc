public import Models
public import Persistence
import Synchronization

/// A mock of ``ProductStore``: records each call and returns the result that the test set up for its method. A method
/// without one throws ``StoreError/failed(reason:)`` with the text of an ``UnexpectedCall``.
public final class MockProductStore: ProductStore {
    /// One call with its arguments.
    public enum Call: Sendable, Equatable {
        case page(PageRequest, of: String)
        case save(StoredPage<Product>, of: String)
        case remove(id: Product.ID, of: String)
    }

    private let page: Result<StoredPage<Product>?, StoreError>?
    private let saving: Result<Void, StoreError>?
    private let removal: Result<Void, StoreError>?
    private let origin: DoubleOrigin
    private let recorded = Mutex<[Call]>([])

    /// - Parameters:
    ///   - page: the result of ``page(_:of:)``.
    ///   - save: the result of ``save(_:of:)``.
    ///   - remove: the result of ``remove(id:of:)``.
    public init(
        page: Result<StoredPage<Product>?, StoreError>? = nil, save: Result<Void, StoreError>? = nil,
        remove: Result<Void, StoreError>? = nil, file: String = #fileID, line: Int = #line
    ) {
        self.page = page
        saving = save
        removal = remove
        origin = DoubleOrigin(file: file, line: line)
    }

    /// A store whose every call throws `error`.
    public convenience init(failingWith error: StoreError, file: String = #fileID, line: Int = #line) {
        self.init(
            page: .failure(error), save: .failure(error), remove: .failure(error), file: file, line: line)
    }

    /// The calls so far, failed ones included.
    public var calls: [Call] { recorded.withLock { $0 } }

    public func page(_ request: PageRequest, of server: String) async throws(StoreError) -> StoredPage<Product>? {
        try result(of: .page(request, of: server), page, "page(_:of:)")
    }

    public func save(_ page: StoredPage<Product>, of server: String) async throws(StoreError) {
        try result(of: .save(page, of: server), saving, "save(_:of:)")
    }

    public func remove(id: Product.ID, of server: String) async throws(StoreError) {
        try result(of: .remove(id: id, of: server), removal, "remove(id:of:)")
    }

    private func result<Value>(
        of call: Call, _ result: Result<Value, StoreError>?, _ method: String
    ) throws(StoreError) -> Value {
        recorded.withLock { $0.append(call) }
        guard let result else {
            throw .failed(reason: origin.unexpectedCall("ProductStore.\(method)").description)
        }
        return try result.get()
    }
}
