public import Services

/// The subject of ``BookServiceContract``: a service, and a catalog with works and sample volumes of the sample
/// backend.
public struct BookServiceSubject: Sendable {
    /// The service under test.
    public let books: any BookService
    /// Makes the catalog unreachable.
    public let cutConnection: @Sendable () -> Void

    /// Creates a subject from its parts.
    public init(books: any BookService, cutConnection: @escaping @Sendable () -> Void) {
        self.books = books
        self.cutConnection = cutConnection
    }
}
