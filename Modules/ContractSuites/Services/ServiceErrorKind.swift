import Models
public import Services
public import Testing

/// The kind of a `ServiceError`, for comparison in tests.
public enum ServiceErrorKind: Sendable, Equatable {
    case cancelled, wrongCredentials, loggedOut, forbidden, notFound, conflict, storage
    case unsuitableFile, damagedUpload
    /// A failed call that no other case describes.
    case network
    /// The server found these fields invalid, named as in the API.
    case invalid(fields: [String])

    /// The kind of `error`.
    public init(_ error: some ClassifiedServiceError) {
        self = error.errorKind
    }
}

/// The error of any service, which contract suites compare by its kind.
public protocol ClassifiedServiceError: UserFacingError {
    var errorKind: ServiceErrorKind { get }
    var failure: ServiceFailure? { get }
}

extension ServiceError: ClassifiedServiceError {
    public var errorKind: ServiceErrorKind {
        switch self {
        case .cancelled: .cancelled
        case .loggedOut: .loggedOut
        case .forbidden: .forbidden
        case .notFound: .notFound
        case .conflict: .conflict
        case .invalid(let values): .invalid(fields: values.map(\.field))
        case .failed(let failure): [.storage, .file].contains(failure.kind) ? .storage : .network
        case .specific(let failure):
            switch failure as any SpecificFailure {
            case AuthFault.wrongCredentials: .wrongCredentials
            case UploadFault.unsuitableFile: .unsuitableFile
            case UploadFault.damagedUpload: .damagedUpload
            default: .network
            }
        }
    }
}

/// Expects `body` to throw a `ServiceError` of this kind, whose message is a sentence.
///
/// - Returns: the error, for further checks.
@discardableResult
public func expectFailure<Value>(
    _ expected: ServiceErrorKind, sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Value
) async -> (any ClassifiedServiceError)? {
    do {
        let value = try await body()
        Issue.record("expected \(expected), got \(value)", sourceLocation: sourceLocation)
    } catch let error as any ClassifiedServiceError {
        #expect(error.errorKind == expected, "\(error)", sourceLocation: sourceLocation)
        let isSentence = error.userMessage.hasSuffix(".") || error.userMessage.hasSuffix("?")
        #expect(isSentence, "\(error.userMessage)", sourceLocation: sourceLocation)
        return error
    } catch {
        Issue.record("expected \(expected), got \(error)", sourceLocation: sourceLocation)
    }
    return nil
}

/// Expects that the pages of a list together have the same items in the same order as the list in one page, and that a page
/// beyond the last is empty.
func expectPages<Item: Identifiable & Equatable>(
    of size: Int, sourceLocation: SourceLocation = #_sourceLocation, _ list: (PageRequest) async throws -> Page<Item>
) async throws {
    let whole = try await list(PageRequest(size: 100))
    #expect(whole.items.count == whole.total && whole.total >= size, sourceLocation: sourceLocation)
    var listed: [Item] = []
    for number in 1...(whole.total + size - 1) / size {
        let page = try await list(PageRequest(number: number, size: size))
        #expect(page.number == number && page.size == size && page.total == whole.total, sourceLocation: sourceLocation)
        listed += page.items
    }
    #expect(listed == whole.items && Set(listed.map(\.id)).count == whole.total, sourceLocation: sourceLocation)
    let beyond = try await list(PageRequest(number: 1_000, size: 100))
    #expect(
        beyond.items.isEmpty && beyond.number == 1_000 && beyond.total == whole.total, sourceLocation: sourceLocation)
}
