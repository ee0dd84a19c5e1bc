import DependencyInjection
import Foundation
import Models
import Networking
import Services
import TestSupport
import Testing

@testable import Composition

@Suite("Stored products of the session kinds")
struct ProductSessionKindTests {
    @Test("the copies of products survive a default session, and end with an ephemeral one")
    func copies() async throws {
        try await withTemporaryFolder { folder in
            for kind in [SessionKind.default, .ephemeral] {
                let backend = try FakeBackend()
                let page = try PageRequest(size: 20)
                try await TestApp.run(kind, in: folder.appending(path: "\(kind)"), on: backend) { app in
                    _ = try await app.products.products(page: page)
                }
                backend.cutConnection()
                try await TestApp.run(kind, in: folder.appending(path: "\(kind)"), on: backend) { app in
                    guard kind == .ephemeral else {
                        let copies = try await app.products.products(page: page).value.items
                        #expect(!copies.isEmpty)
                        return
                    }
                    await #expect(throws: ProductServiceError.self) { try await app.products.products(page: page) }
                }
            }
        }
    }
}
