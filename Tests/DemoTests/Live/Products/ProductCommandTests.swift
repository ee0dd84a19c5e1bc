import Foundation
import Primitives
import Synchronization
import Testing

@testable import CommandLine
@testable import Lab

@Suite("strata products")
struct ProductCommandTests {
    @Test("a guest lists the catalog, as a table and as JSON")
    func list() async throws {
        try await Workplace.with { place in
            let table = try await place.strata("products", "list", "--per-page", "3", code: 0)
            #expect(table.output.hasPrefix("ID "))
            #expect(table.output.contains("19.90 EUR"))
            #expect(table.output.hasSuffix("page 1 of 10, 30 products\n"))
            #expect(table.errors == "")
            let page = try await place.strata("products", "list", "--page", "4", "--per-page", "9", "--json").object()
            #expect((page["items"] as? [Any])?.count == 3)
            #expect(page["source"] as? String == "server" && page["stored_at"] == nil)
        }
    }

    @Test("an administrator adds a product with an exact price and deletes it; an SKU in use is named by its field")
    func changing() async throws {
        try await Workplace.with(login: .ada) { place in
            let arguments = [
                "products", "create", "--sku", "EDSAC-1", "--name", "Initial orders", "--price", "12.5", "--currency",
                "GBP", "--json",
            ]
            let product = try await place.strata(arguments).object()
            #expect(product["price"] as? [String: String] == ["amount": "12.50", "currency": "GBP"])
            let id = try #require(product["id"] as? String)
            let taken = try await place.strata(arguments, code: 65)
            #expect(taken.errors == "strata: sku: Another product has this SKU.\n")
            let invalid = try await place.strata(arguments.map { $0 == "12.5" ? "1.005" : $0 }, code: 64)
            #expect(invalid.errors.contains("at most 2 decimal places"), "\(invalid)")
            let deleted = try await place.strata("products", "delete", id, code: 0)
            #expect(deleted.output == "Deleted \(id).\n")
            try await place.strata("products", "delete", id, code: 67)
        }
    }

    @Test("after the backend has stopped, a list shows the stored copy and says how old it is and why")
    func offline() async throws {
        let stopped = Mutex<(place: Workplace, output: String)?>(nil)
        try await TemporaryFolder.with { folder in
            let backend = try BackendProcess(
                executable: Binaries.backend,
                arguments: ["--data-dir", folder.appending(path: "backend").path])
            try await backend.run { url in
                let place = Workplace(folder: folder, backend: url)
                let output = try await place.strata("products", "list").output
                stopped.withLock { $0 = (place, output) }
            }
            let (place, output) = try #require(stopped.withLock { $0 })
            let table = try await place.strata("products", "list", "--max-retries", "0", code: 0)
            #expect(table.output == output)
            #expect(
                table.errors
                    == "strata: This list was stored less than a minute ago; the server could not be reached.\n")
            let page = try await place.strata("products", "list", "--max-retries", "0", "--json").object()
            #expect(page["source"] as? String == "stored" && page["stored_at"] is String && page["complete"] == nil)
            let longer = ["products", "list", "--per-page", "21", "--max-retries", "0"]
            #expect(try await place.strata(longer + ["--json"], code: 0).object()["complete"] as? Bool == false)
            #expect(try await place.strata(longer, code: 0).errors.contains("It may lack items"))
            let other = try await place.strata("products", "list", "--page", "2", "--max-retries", "0", code: 69)
            #expect(other.output == "")
        }
    }
}
