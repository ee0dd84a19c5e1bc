import CommandLine
import Composition
import Foundation
import Models
import Networking
import Primitives
import Services

extension Tour {
    /// The step needs a backend that stops, so it starts one of its own.
    func products(_ narrator: inout TourNarrator) async throws {
        let products = app.products
        try await narrator.step(
            "List the products, stop their server, and list them again", with: [products]
        ) {
            let folder = app.settings.dataDirectory.appending(path: "products")
            let backend = try BackendProcess(arguments: [
                "--data-dir", folder.appending(path: "backend").path,
            ])
            let (userAgent, request) = (app.settings.userAgent, try PageRequest(size: 3))
            let (guest, fresh) = try await backend.run { url in
                var settings = AppSettings(baseURL: url, dataDirectory: folder.appending(path: "app"))
                settings.userAgent = userAgent
                settings.retries = 0
                let guest = try await ComposedApp.open(settings, monitor: monitor)
                return (guest, try await guest.products.products(page: request))
            }
            let offline = try await guest.products.products(page: request)
            let now = guest.time.now
            try await guest.shutdown()
            try expect(offline.value == fresh.value, "the stored list is not the server's")
            let note = try unwrap(offline.note("This list", at: now), "the server did not stop")
            let table = Table(
                header: ["ID", "SKU", "PRICE", "NAME"],
                rows: offline.value.items.map { [$0.id.text, "\($0.sku)", "\($0.price)", "\($0.name)"] })
            return table.lines(terminal, indentation: TourNarrator.indentation) + [note]
        }
    }
}

extension Tour {
    /// Follows the pages of a list as `strata api --paginate` does.
    func productPages(_ narrator: inout TourNarrator) async throws {
        try await narrator.step("Follow the pages of a list by their links") {
            let (session, environment) = try pageSession()
            let products = "/v2/products?per_page=10"
            var walk = PageWalk(origin: environment.origin, path: products, limit: nil)
            _ = try await follow(&walk, from: products, with: session)
            try expect(walk.page > 1, "the list of products has one page")
            return ["\(products): Link: rel=\"next\" led through all \(walk.page) pages"]
        }
    }
}
