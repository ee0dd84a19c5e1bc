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
                try await Self.run(kind, in: folder.appending(path: "\(kind)"), on: backend) { products in
                    _ = try await products.products(page: page)
                }
                backend.cutConnection()
                try await Self.run(kind, in: folder.appending(path: "\(kind)"), on: backend) { products in
                    guard kind == .ephemeral else {
                        let copies = try await products.products(page: page).page.items
                        #expect(!copies.isEmpty)
                        return
                    }
                    await #expect(throws: ProductServiceError.self) { try await products.products(page: page) }
                }
            }
        }
    }

    private static func run(
        _ kind: SessionKind, in folder: URL, on backend: FakeBackend,
        _ body: @escaping @Sendable (any ProductService) async throws -> Void
    ) async throws {
        var settings = AppSettings(baseURL: backend.environment.baseURL, dataDirectory: folder)
        settings.session = kind
        settings.retries = 0
        try await ComposedApp.run(
            settings,
            assembly: { assembly in assembly.overriding { Singleton(.transport) { backend as any Transport } } }
        ) { app in try await body(app.container.resolve(.guestProducts)) }
    }
}
