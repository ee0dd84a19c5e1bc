import Backend
import Foundation
import Testing

@testable import CommandLine

@Suite("The time entries in one file and through the layers")
struct OneFileTests {
    @Test("both programs list, add and delete the same time entries of one account")
    func sameEntries() async throws {
        try await Workplace.with(login: .grace) { place in
            let login = try await place.oneFile("login", "grace@example.com", input: "nanosecond-wire\n")
            #expect(login.code == 0 && login.output == "Logged in as grace@example.com.\n", "\(login)")
            #expect(try await place.layeredLines() == place.oneFileLines())

            let values = [
                "--task", "Compiler", "--hours", "2.5", "--breaks", "1", "--billable", "--started-at",
                "2026-03-02T09:00:00.000Z", "--note", "Page 7",
            ]
            #expect(try await place.oneFile(["add"] + values).code == 0)
            try await place.strata(["time-entries", "add"] + values, code: 0)
            let lines = try await place.layeredLines()
            #expect(try await place.oneFileLines() == lines)
            let added = lines.suffix(2).map { $0.split(separator: "\t").map(String.init) }
            #expect(added.first?.dropFirst() == added.last?.dropFirst() && added.first?.first != added.last?.first)

            let id = try #require(added.last?.first)
            #expect(try await place.oneFile("show", id).output == lines.last.map { $0 + "\n" })
            #expect(try await place.oneFile("delete", id).output == "Deleted \(id).\n")
            #expect(try await place.layeredLines() == lines.dropLast())
            let gone = try await place.oneFile("show", id)
            #expect(gone.code == 1 && gone.errors.hasPrefix("Error: "))
        }
    }
}

extension Workplace {
    fileprivate func oneFile(_ arguments: String..., input: String = "") async throws -> Outcome {
        try await oneFile(arguments, input: input)
    }

    fileprivate func oneFile(_ arguments: [String], input: String = "") async throws -> Outcome {
        try await Self.run(
            Binaries.oneFile,
            arguments + ["--base-url", backend.absoluteString, "--token-file", folder.appending(path: "token").path],
            input: input)
    }

    /// The lines of `list`.
    fileprivate func oneFileLines() async throws -> [String] {
        try await oneFile("list").output.split(separator: "\n").map(String.init)
    }

    /// The rows of `strata time-entries list`, in the form of the other program.
    fileprivate func layeredLines() async throws -> [String] {
        struct Listing: Decodable {
            let items: [Item]
        }
        struct Item: Decodable {
            let id, task, startedAt: String
            let hours: Double
            let breaks: Int
            let billable: Bool
            let note: String?
        }
        let output = try await strata("time-entries", "list", "--json").output
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Listing.self, from: Data(output.utf8)).items.map { item in
            [
                item.id, item.task, "\(item.hours)", "\(item.breaks)", "\(item.billable)", item.startedAt,
                item.note ?? "",
            ]
            .joined(separator: "\t")
        }
    }
}

extension Binaries {
    fileprivate static var oneFile: URL { folder.appending(path: "OneFile") }
}
