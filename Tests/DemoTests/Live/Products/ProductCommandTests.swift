import Foundation
import Primitives
import RawSocketServer
import Synchronization
import Testing

@testable import Demo

@Suite("strata products")
struct ProductCommandTests {
    @Test("a guest lists the catalog, as a table and as JSON")
    func list() async throws {
        try await Workplace.with { place in
            let table = try await place.strata("products", "list", "--per-page", "3")
            #expect(table.code == 0)
            #expect(table.output.hasPrefix("ID "))
            #expect(table.output.contains("19.90 EUR"))
            #expect(table.output.hasSuffix("page 1 of 10, 30 products\n"))
            #expect(table.errors == "")
            let page = try await place.strata("products", "list", "--page", "4", "--per-page", "9", "--json").object()
            #expect((page["items"] as? [Any])?.count == 3)
            #expect(page["source"] as? String == "server" && page["stored_at"] == nil)
        }
    }

    @Test("if the server accepts and stays silent, the stored list is shown long before the time limits of the call")
    func silentServer() async throws {
        try await Workplace.withoutBackend { place in
            try await RawSocketServer.withServer { socket in
                let address = ["STRATA_BASE_URL": "http://\(socket.authority)"]
                socket.serve { connection in
                    _ = try await connection.receiveRequest()
                    let body = #"{"items": [], "page": 1, "per_page": 20, "total": 0}"#
                    try await connection.send(
                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
                }
                let first = try await place.strata(["products", "list"], environment: address)
                #expect(first.code == 0 && first.errors == "", "\(first)")
                socket.serve { connection in
                    _ = try await connection.receiveRequest()
                    await connection.waitForEnd()
                }
                let second = try await place.strata(["products", "list"], environment: address)
                #expect(second.code == 0 && second.output == first.output, "\(second)")
                #expect(second.errors.hasSuffix("; the server did not respond in time.\n"), "\(second)")
            }
        }
    }

    @Test("an administrator adds a product with an exact price and deletes it; an SKU in use is named by its field")
    func changing() async throws {
        try await Workplace.with { place in
            #expect(try await place.logIn().code == 0)
            let arguments = [
                "products", "create", "--sku", "EDSAC-1", "--name", "Initial orders", "--price", "12.5", "--currency",
                "GBP", "--json",
            ]
            let product = try await place.strata(arguments).object()
            #expect(product["price"] as? [String: String] == ["amount": "12.50", "currency": "GBP"])
            let id = try #require(product["id"] as? String)
            let taken = try await place.strata(arguments)
            #expect(taken.code == 65)
            #expect(taken.errors == "strata: sku: Another product has this SKU.\n")
            let deleted = try await place.strata("products", "delete", id)
            #expect(deleted.code == 0 && deleted.output == "Deleted \(id).\n")
            #expect(try await place.strata("products", "delete", id).code == 67)
        }
    }

    @Test(
        "a value that breaks a rule is refused before anything is sent",
        arguments: [
            (["--sku", "edsac", "--price", "1", "--currency", "GBP"], "An SKU has 1 to 40 capital letters"),
            (["--sku", "EDSAC", "--price", "1.005", "--currency", "GBP"], "at most 2 decimal places"),
            (["--sku", "EDSAC", "--price", "1", "--currency", "Pound"], "three capital letters"),
        ])
    func invalid(options: [String], message: String) async throws {
        try await Workplace.withoutBackend { place in
            let outcome = try await place.strata(["products", "create", "--name", "Orders"] + options)
            #expect(outcome.code == 64)
            #expect(outcome.errors.contains(message), "\(outcome.errors)")
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
            let table = try await place.strata("products", "list", "--max-retries", "0")
            #expect(table.code == 0)
            #expect(table.output == output)
            #expect(
                table.errors
                    == "strata: This list was stored less than a minute ago; the server could not be reached.\n")
            let page = try await place.strata("products", "list", "--max-retries", "0", "--json").object()
            #expect(page["source"] as? String == "stored" && page["stored_at"] is String)
            let other = try await place.strata("products", "list", "--page", "2", "--max-retries", "0")
            #expect(other.code == 69 && other.output == "")
        }
    }
}
