import Backend
import Foundation
import Primitives
import RawSocketServer
import Subprocess
import Testing

@testable import CommandLine
@testable import Lab

@Suite("strata transfers", .timeLimit(.minutes(20)))
struct TransferCommandTests {
    @Test("queued files are downloaded with the login of the account that added them")
    func run() async throws {
        try await Workplace.with(login: .ada) { place in
            let files = ["one.bin", "two.bin"].map { place.folder.appending(path: $0).path }
            for file in files {
                try await place.strata("transfers", "add", "/v2/files/sample-300000", "--output", file, code: 0)
            }
            #expect(try await place.strata("transfers", "pause", "2").output == "Transfer 2 is paused.\n")
            let first = try await place.strata("transfers", "run", code: 0)
            #expect(first.output.contains("300,000") && !first.output.contains("two.bin"))
            #expect(!FileManager.default.fileExists(atPath: files[1]))
            #expect(try Data(contentsOf: URL(filePath: files[0])).count == 300_000)
        }
    }

    @Test("a transfer waits while the server can't be reached, fails if the file does not exist, and is added once")
    func outcomes() async throws {
        try await Workplace.with(login: .ada) { place in
            let file = place.folder.appending(path: "file").path
            try await place.strata("transfers", "add", "/v2/files/none", "--output", file)
            let failed = try await place.strata("transfers", "run", code: 1)
            #expect(failed.errors.hasPrefix("strata: Transfer 1 failed: "), "\(failed.errors)")
            #expect(try await place.strata("transfers", "run").output == "Nothing is queued.\n")
            try await place.strata("transfers", "resume", "1", code: 0)
            try await place.strata("transfers", "add", "/v2/files/sample-1", "-o", file, code: 64)
            #expect(try await place.strata("transfers", "remove", "1").output == "Removed transfer 1.\n")
            try await place.strata("transfers", "remove", "1", code: 67)
            let missing = try await place.strata("transfers", "upload", "missing.txt", code: 66)
            #expect(missing.errors.contains("missing.txt can't be read"), "\(missing)")
            try await place.strata("transfers", "add", "http://127.0.0.1:9/a?token=secret", "-o", file)
            let delayed = try await place.strata("transfers", "run", "--max-retries", "0", code: 75)
            #expect(delayed.errors.hasPrefix("strata: Transfer 2 is waiting: "), "\(delayed.errors)")
            #expect(!(delayed.output + delayed.errors).contains("secret"))
        }
    }

    @Test("a logout deletes the bytes and copies of its transfers, and a transfer without a login fails at the 401")
    func logout() async throws {
        try await Workplace.with(login: .ada) { place in
            let file = try await place.interruptedTransfer().path
            #expect(FileManager.default.fileExists(atPath: file + ".partial"))
            let original = try place.file("original.txt", "text")
            try await place.strata("transfers", "upload", original, code: 0)
            let spool = place.dataFolder.appending(path: "spool").path
            #expect(try FileManager.default.contentsOfDirectory(atPath: spool).count == 2)
            try await place.strata("logout", code: 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: spool) == ["spool.lock"])
            let files = try FileManager.default.contentsOfDirectory(atPath: place.folder.path)
            #expect(!files.contains { $0.hasPrefix("file") }, "\(files)")
            let list = try await place.strata("transfers", "list")
            #expect(list.output == "No transfers.\n" && list.errors.isEmpty, "\(list)")
            try await place.strata("transfers", "add", "/v2/files/sample-3000000", "-o", file)
            let unsigned = try await place.strata("transfers", "run", code: 1)
            #expect(unsigned.errors.contains("The server requires a login"), "\(unsigned.errors)")
            let id = try #require(unsigned.errors.firstMatch(of: /Transfer (\d+) failed/)?.output.1)
            let paused = try await place.strata("transfers", "pause", String(id), code: 64)
            #expect(paused.errors.contains("Resume or remove it"), "\(paused.errors)")
        }
    }

    @Test("the queue and its bytes survive the end of the session and another account's login, which can't see them")
    func endedSession() async throws {
        try await Workplace.with(login: .ada) { place in
            let file = try await place.interruptedTransfer()
            try await place.strata("api", "POST", "/v2/auth/logout")  // The app does not notice.
            try await place.strata("whoami", code: 77)
            let guest = try await place.strata("transfers", "run", code: 75)
            #expect(guest.output == "Nothing is queued.\n", "\(guest)")
            #expect(guest.errors == "strata: 1 transfer is not shown. It waits until its account logs in again.\n")
            try await place.logIn(.grace)
            for command in ["list", "pause 1", "remove 1 --yes", "run"] {
                let outcome = try await place.strata(["transfers"] + command.split(separator: " ").map(String.init))
                #expect(!(outcome.output + outcome.errors).contains("sample-3000000"), "\(command): \(outcome)")
                #expect(FileManager.default.fileExists(atPath: file.path + ".partial"), "\(command)")
            }
            try await place.strata("logout")
            #expect(FileManager.default.fileExists(atPath: file.path + ".partial"))
            try await place.logIn()
            let run = try await place.strata("transfers", "run", code: 0)
            #expect(run.output.contains("3,000,000"), "\(run)")
            #expect(try Data(contentsOf: file).count == 3_000_000)
        }
    }

    @Test("a logout without a session names the account whose session ended last, and deletes its data only with --yes")
    func logoutAfterTheEnd() async throws {
        try await Workplace.with(login: .ada) { place in
            let file = place.folder.appending(path: "file").path
            try await place.strata("transfers", "add", "/v2/files/sample-1", "-o", file)
            try await place.strata("api", "POST", "/v2/auth/logout")  // The app does not notice.
            try await place.strata("whoami", code: 77)
            #expect(try await place.strata("transfers", "list").errors.contains("1 transfer is not shown"))
            let refused = try await place.strata("logout", code: 64)
            #expect(refused.errors.contains("the local data of the account u-ada at http://127.0.0.1:"), "\(refused)")
            #expect(try await place.strata("transfers", "list").errors.contains("1 transfer is not shown"))
            let logout = try await place.strata("logout", "--yes")
            #expect(logout.output == "Deleted the local data of the account u-ada, whose session had already ended.\n")
            #expect(try await place.strata("logout").output.hasPrefix("You were not logged in"))
            #expect(try await place.strata("transfers", "list").errors == "")
        }
    }

    @Test("a transfer is listed as running while a process downloads it, and as queued once that process is gone")
    func running() async throws {
        try await Workplace.at { place in
            try await RawSocketServer.withServer { socket in
                let file = place.folder.appending(path: "file.bin").path
                try await place.strata("transfers", "add", "http://\(socket.authority)/file", "-o", file)
                #expect(try await place.strata("transfers", "list", "--json").output.contains("\"queued\""))
                let (requests, received) = AsyncStream.makeStream(of: Void.self)
                socket.serve { connection in
                    _ = try await connection.receiveRequest()
                    received.yield()
                    await connection.waitForEnd()
                }
                _ = try await place.running(["transfers", "run"]) { command in
                    for await _ in requests { break }
                    let list = try await place.strata("transfers", "list", "--json")
                    #expect(list.output.contains("\"running\""), "\(list)")
                    try command.send(.kill)
                }
                #expect(try await place.strata("transfers", "list", "--json").output.contains("\"queued\""))
            }
        }
    }

    @Test(
        "an upload that is cut waits with a reason, and continues in the next run with the copy of its file"
    )
    func upload() async throws {
        try await Workplace.with(login: .ada) { place in
            let content = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 8) })
            let original = try place.file("report.bin", content)
            try await place.arm("cut-request", "count=1", "after=2000000", "path=/v2/uploads")
            try await place.strata("transfers", "upload", original, "--priority", "high", code: 0)
            _ = try place.file("report.bin", "edited")
            let cut = try await place.strata("transfers", "run", "--max-retries", "0", code: 75)
            #expect(cut.errors.contains("strata: Transfer 1 is waiting: "), "\(cut)")
            let list = try await place.strata("transfers", "list", "--json").output
            for part in [#""direction": "upload""#, #""priority": "high""#, #""state": "waiting""#, #""reason": ""#] {
                #expect(list.contains(part), "\(list)")
            }
            let run = try await place.strata("transfers", "run", "--json", code: 0)
            let target = try #require(run.output.firstMatch(of: /"target": "[^"]*?(\/v2\/uploads\/[^"]+)"/)?.output.1)
            let copy = place.folder.appending(path: "copy.bin")
            try await place.strata("api", String(target), "--output", copy.path, code: 0)
            #expect(try Data(contentsOf: copy) == content)
        }
    }

    @Test("a damaged transfer is named and can be removed, and the others run")
    func damaged() async throws {
        try await Workplace.with { place in
            let files = ["one.bin", "two.bin"].map { place.folder.appending(path: $0).path }
            for file in files { _ = try await place.strata("transfers", "add", "/v2/health", "-o", file) }
            try await place.strata("transfers", "pause", "1")
            // The only row with this word gets an unknown state.
            let database = place.dataFolder.appending(path: "store.sqlite")
            var bytes = try Data(contentsOf: database)
            let state = try #require(bytes.firstRange(of: Data("paused".utf8)))
            bytes.replaceSubrange(state, with: Data("pausex".utf8))
            try bytes.write(to: database)

            let list = try await place.strata("transfers", "list", code: 0)
            #expect(list.output.contains("damaged") && list.output.contains("two.bin"), "\(list)")
            let run = try await place.strata("transfers", "run", code: 0)
            #expect(run.errors.contains("Transfer 1 is damaged"), "\(run)")
            #expect(FileManager.default.fileExists(atPath: files[1]))
            try await place.strata("transfers", "resume", "1", code: 74)
            #expect(try await place.strata("transfers", "remove", "1").output == "Removed transfer 1.\n")
            #expect(try await !place.strata("transfers", "list").output.contains("damaged"))
        }
    }

    @Test("removing a transfer asks, and names the bytes that it deletes; without bytes it asks nothing")
    func removal() async throws {
        try await Workplace.with(login: .ada) { place in
            _ = try await place.interruptedTransfer()
            // A wide terminal, so that the question is on one line.
            let wide = try PseudoTerminal(columns: 400)
            let asked = try await place.strata(on: wide, ["transfers", "remove", "1"]) { _ in
                #expect(await wide.shows("Delete transfer 1 and the 2,000,000 stored bytes of "), "\(wide.lines)")
                try wide.type("n\n")
            }
            #expect(asked.code == 1)
            #expect(try await place.strata("transfers", "list").output.contains("waiting"))
            let file = place.folder.appending(path: "other").path
            try await place.strata("transfers", "add", "/v2/files/sample-3000000", "-o", file)
            let terminal = try PseudoTerminal()
            let outcome = try await place.strata(on: terminal, ["transfers", "remove", "2"]) { _ in }
            #expect(outcome.code == 0 && outcome.output == "Removed transfer 2.\n")
        }
    }
}

extension Workplace {
    /// Queues a download as transfer 1, whose first run ends after 2,000,000 of 3,000,000 bytes. Returns its file.
    fileprivate func interruptedTransfer() async throws -> URL {
        let file = folder.appending(path: "file")
        try await arm("cut", "count=1", "after=2000000", "path=/v2/files")
        try await strata("transfers", "add", "/v2/files/sample-3000000", "-o", file.path)
        let run = try await strata("transfers", "run", "--max-retries", "0", code: 75)
        #expect(run.errors.contains("bytes of transfer 1 are stored. To continue, run: "), "\(run.errors)")
        return file
    }
}
