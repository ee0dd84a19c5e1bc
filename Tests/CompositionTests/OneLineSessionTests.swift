import Composition
import Foundation
import Networking
import RemoteServices
import Testing

@Suite("A session without an app")
struct OneLineSessionTests {
    @Test("one line opens a session for any URL, and reports what is wrong with an address")
    func oneLine() async throws {
        let session = try Session(#require(URL(string: "http://127.0.0.1:9")))
        let error = await #expect(throws: NetworkError.self) { try await session.get("/books/", as: [String].self) }
        // A machine without time for this process may be slower than the limit of a connection.
        let causes: [NetworkError.Cause] = [.transport(.connectionRefused), .transport(.connectTimeout)]
        #expect(causes.contains { $0 == error?.cause })
        #expect(throws: InvalidAPIEnvironment.self) { try Session(URL(filePath: "/books")) }
    }
}
