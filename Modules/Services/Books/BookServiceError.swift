public import Primitives

/// Why an operation of a ``BookService`` failed.
public enum BookServiceError: ServiceError {
    /// The caller cancelled.
    case cancelled
    /// The catalog does not have the book or the page.
    case notFound(ServiceFailure)
    /// The pages of a list don't lead to its end.
    case brokenList(BookListFault)
    /// The network, the server or the local storage failed.
    case failed(ServiceFailure)

    public var isCancellation: Bool {
        if case .cancelled = self { true } else { false }
    }

    public var localizableUserMessage: UserMessage {
        switch self {
        case .cancelled: .cancelledOperation
        case .notFound: UserMessage("service.books.notFound", "The catalog does not have this book or page.")
        case .brokenList(let fault): fault.localizableUserMessage
        case .failed(let failure): failure.localizableUserMessage
        }
    }

    public var failure: ServiceFailure? {
        switch self {
        case .notFound(let failure), .failed(let failure): failure
        case .cancelled, .brokenList: nil
        }
    }
}
