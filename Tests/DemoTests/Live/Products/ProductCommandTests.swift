import Backend
import Foundation
import Testing

@testable import CommandLine

@Suite("strata products")
struct ProductCommandTests {
    @Test(
        "a guest lists the catalog; an administrator adds a product and deletes it; a SKU in use is named by its field")
    func catalog() async throws {
        try await Workplace.with { place in
            let table = try await place.strata("products", "list", "--per-page", "3", code: 0)
            #expect(table.output.hasPrefix("ID "))
            #expect(table.output.contains("19.90 EUR"))
            #expect(table.output.hasSuffix("page 1 of 10, 30 products\n"))
            #expect(table.errors == "")
            let page = try await place.strata("products", "list", "--page", "4", "--per-page", "9", "--json").object()
            #expect((page["items"] as? [Any])?.count == 3)
            #expect(page["source"] as? String == "server" && page["stored_at"] == nil)

            try await place.logIn(.ada)
            let arguments = [
                "products", "create", "--sku", "EDSAC-1", "--name", "Initial orders", "--price", "12.5", "--currency",
                "GBP", "--json",
            ]
            let product = try await place.strata(arguments).object()
            #expect(product["price"] as? [String: String] == ["amount": "12.50", "currency": "GBP"])
            let id = try #require(product["id"] as? String)
            let taken = try await place.strata(arguments, code: 65)
            #expect(taken.errors == "strata: sku: Another product has this SKU.\n")
            let deleted = try await place.strata("products", "delete", id, code: 0)
            #expect(deleted.output == "Deleted \(id).\n")
        }
    }

    @Test("a price with too many decimal places is refused before anything is sent")
    func invalidPrice() async throws {
        try await Refusal.check(
            ["products", "create", "--sku", "A-1", "--name", "A", "--price", "1.005", "--currency", "GBP"],
            "at most 2 decimal places")
    }

    @Test("after the backend has stopped, a list shows the stored copy and says how old it is and why")
    func offline() async throws {
        try await TemporaryFolder.with { folder in
            let (place, output) = try await Workplace.withBackend(in: folder) { url in
                let place = Workplace(folder: folder, backend: url)
                return (place, try await place.strata("products", "list").output)
            }
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
