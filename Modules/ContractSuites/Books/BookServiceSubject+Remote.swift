public import Networking
public import Primitives
import RemoteServices
import Services
import TestSupport

extension BookServiceSubject {
    /// The live service on a `FakeBackend`.
    public static func fakeBackend() throws -> BookServiceSubject {
        let backend = try FakeBackend()
        return try remote(over: backend, at: backend.environment, time: ManualClock()) { backend.cutConnection() }
    }

    /// The live service over `transport`, on a backend with the sample catalog.
    ///
    /// - Parameter cutConnection: makes the backend unreachable.
    public static func remote(
        over transport: any Transport, at environment: APIEnvironment, time: any TimeSource,
        cutConnection: @escaping @Sendable () -> Void
    ) throws -> BookServiceSubject {
        let services = RemoteServicesFixture(over: transport, at: environment, time: time)
        return BookServiceSubject(books: try services.books, cutConnection: cutConnection)
    }
}
