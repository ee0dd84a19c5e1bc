import HTTPTypes
import Models
import Networking
import Persistence
import Services
import TestSupport
import Testing

@testable import RemoteServices

/// Calls that update local data with their outcome.
struct SessionStoringTests {
    @Test("a call that the server has accepted succeeds although the local data can't be updated")
    func unstored() async throws {
        let services = try WiredServices(over: MockTransport(.json(Wire.user)))
        let account = try await services.loggedIn()
        let session = services.sessions.session(of: account, on: services.client)
        let failure = StoreError.full(path: "/data")
        let id = try await session.send(.ownID(), updating: { _ throws(StoreError) in throw failure })
        #expect(id == account.id)
        #expect(services.localCopyFailures == [failure.userMessage])
        #expect(services.monitor.names.suffix(2) == ["localCopyNotUpdated", "finished"])
    }

    @Test("the local data is updated with the outcome of a failed call too, and the call's error stays the same")
    func failure() async throws {
        let services = try WiredServices(over: MockTransport(.empty(.notFound)))
        let account = try await services.loggedIn()
        let session = services.sessions.session(of: account, on: services.client)
        let error = await #expect(throws: NetworkError.self) {
            try await session.send(
                .ownID(),
                updating: { outcome throws(StoreError) in
                    guard case .failure(let error) = outcome, error.status == 404 else { return }
                    throw .busy(path: "/data")
                })
        }
        #expect(error?.status == 404)
        #expect(services.localCopyFailures == [StoreError.busy(path: "/data").userMessage])
    }
}
