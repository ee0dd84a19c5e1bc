public import Foundation
public import Models
public import Networking
import Primitives
public import Services
public import Transfers

/// Reads the catalog of a Gutendex server and downloads its books. All calls are unsigned.
public struct RemoteBookService: BookService {
    private let client: Client
    private let policy: TransferPolicy

    /// - Parameters:
    ///   - client: its environment has the address of the server, without `/books` and without a version.
    ///   - policy: retries and checkpoints of downloads.
    public init(client: Client, downloads policy: TransferPolicy = TransferPolicy()) {
        self.client = client
        self.policy = policy
    }

    /// Reads a catalog with the API of Gutendex, by default at the backend's address. That API has no versions.
    init(
        beside backend: Client, at furtherURLs: [FurtherAPI: URL], _ defaultHeaders: [HeaderField],
        downloads policy: TransferPolicy
    ) throws(InvalidAPIEnvironment) {
        let catalog = try APIEnvironment(
            name: "books", baseURL: furtherURLs[.books] ?? backend.environment.baseURL,
            defaultHeaders: defaultHeaders)
        self.init(client: backend.client(for: catalog, showing: ["page", "sort"]), downloads: policy)
    }

    public func page(of query: BookQuery) async throws(BookServiceError) -> BookPage {
        try await send(.books(query), with: client)
    }

    public func page(at link: BookPage.Link) async throws(BookServiceError) -> BookPage {
        guard let target = ServerLink(link.text) else { throw .specific(.unreadableLink) }
        guard let link = target.within(client.environment.origin) else {
            throw .specific(.foreignLink(origin: target.origin.description))
        }
        guard let client = client(for: link) else { throw .specific(.unreadableLink) }
        return try await send(.books(at: link), with: client)
    }

    public func book(id: Book.ID) async throws(BookServiceError) -> Book {
        try await send(.book(id), with: client)
    }

    public func download(
        _ format: Book.Format, to file: URL, progress: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws(BookServiceError) -> Int64 {
        guard let target = ServerLink(format.url.absoluteString) else { throw .failed(.unusableAddress) }
        let link = target.within(client.environment.origin) ?? target
        guard let client = client(for: link) else { throw .failed(.unusableAddress) }
        let session = client.session(for: Guest.self)
        let feed = ProgressFeed()
        async let reported: Void = {
            for await moment in feed { progress(DownloadProgress(received: moment.completed, total: moment.total)) }
        }()
        let outcome: Result<DownloadedFile, DownloadError>
        do throws(DownloadError) {
            outcome = .success(
                try await session.download(.bookFile(at: link), to: file, policy: policy, progress: feed))
        } catch {
            outcome = .failure(error)
        }
        await reported
        do throws(DownloadError) {
            return try outcome.get().length
        } catch {
            throw .catalog(error)
        }
    }

    private func send<Response>(
        _ endpoint: Endpoint<Guest, Response>, with client: Client
    ) async throws(BookServiceError) -> Response {
        do throws(NetworkError) {
            return try await client.session(for: Guest.self).send(endpoint)
        } catch {
            throw .catalog(.call(error))
        }
    }

    /// The client for a page or a file at another address. Of the catalog's default headers, another server receives
    /// only `User-Agent`. ``ServerLink/within(_:)`` decides which addresses are on another server.
    private func client(for link: ServerLink) -> Client? {
        let catalog = client.environment
        let isCatalog = link.within(catalog.origin) != nil
        let headers = catalog.defaultHeaders.filter { isCatalog || $0.name.lowercased() == "user-agent" }
        guard let baseURL = URL(string: link.origin.description),
            let environment = try? APIEnvironment(name: catalog.name, baseURL: baseURL, defaultHeaders: headers)
        else { return nil }
        return client.client(for: environment)
    }
}

extension ServiceFailure {
    fileprivate static var unusableAddress: ServiceFailure {
        let reason = "The catalog's URL for this file can't be used."
        return ServiceFailure(
            .unreadableResponse, UserMessage("service.invalid", "%1$@", reason),
            diagnostic: "formats: \(reason)")
    }
}

extension BookServiceError {
    /// A catalog has no logins and no fields, so a 401 or an invalid query is a failure like any other.
    fileprivate static func catalog(_ error: DownloadError) -> Self {
        switch BookServiceError(error) {
        case .loggedOut, .forbidden, .invalid: .failed(ServiceFailure(error))
        case let mapped: mapped
        }
    }
}

// Gutendex redirects a path without a trailing slash, so every path here has one.

extension Endpoint where Access: GuestScope, Response == BookPage {
    /// `GET /books/`: the first page of the books that match the query. The server ignores values that it can't read.
    public static func books(_ query: BookQuery) -> Self {
        Endpoint(
            .get, "/books/", query: query.parameters.map { QueryItem($0.name, $0.value) }, response: .json)
    }

    /// `GET` of another page at exactly the address that the server sent. 404 if the page does not exist.
    static func books(at link: ServerLink) -> Self {
        Endpoint(.get, link.path, response: .json)
    }
}

extension Endpoint where Access: GuestScope, Response == Book {
    /// `GET /books/{id}/`: 404 if there is no such book.
    public static func book(_ id: Book.ID) -> Self {
        Endpoint(.get, "/books/\(id.number)/", response: .json)
    }
}

extension Endpoint where Access: GuestScope, Response == Data {
    /// `GET` of a book's file.
    static func bookFile(at link: ServerLink) -> Self {
        Endpoint(.get, link.path, response: .data)
    }
}
