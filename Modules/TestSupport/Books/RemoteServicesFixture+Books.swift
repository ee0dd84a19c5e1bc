import Networking
public import RemoteServices

extension RemoteServicesFixture {
    /// The book service. Its catalog is at the root of the same server, without a version.
    public var books: RemoteBookService {
        get throws(InvalidAPIEnvironment) {
            let server = client.environment
            return RemoteBookService(
                client: client.client(
                    for: try APIEnvironment(
                        name: "books", baseURL: server.baseURL, defaultHeaders: server.defaultHeaders)))
        }
    }
}
