import Backend
import Foundation
import Testing

@testable import CommandLine

@Suite("strata feedback", .timeLimit(.minutes(20)))
struct FeedbackCommandTests {
    @Test("guests send a message, and members sign it")
    func send() async throws {
        try await Workplace.with { place in
            let guest = try await place.strata(
                "feedback", "send", "Hello.", "--contact", "ada@example.com", "--rating", "4", code: 0)
            #expect(guest.output.hasPrefix("Sent as a guest. Thank you.\nid      f-"))
            try await place.logIn(.grace)
            let member = try await place.strata("feedback", "send", "-", "--json", input: "Two\nlines.\n", code: 0)
            let receipt = try member.object()
            #expect(receipt["author_id"] as? String == "u-grace")
            #expect(receipt["created_at"] is String)
        }
    }

    @Test("a guest's message that was not sent goes out after a later command")
    func later() async throws {
        try await Workplace.with { place in
            try await place.arm("hang-up", "count=10", "path=/v2/feedback")
            #expect(try await place.strata("feedback", "send", "Hello.", code: 0).output.isEmpty)
            try await place.arm("disarm")
            try await place.logIn(.grace)
            // The message is due within a second.
            while try await place.isWaiting() { try await place.strata("whoami", code: 0) }
            #expect(try await place.strata("outbox", "list").output == "Nothing waits to be sent.\n")
        }
    }

    @Test("without a server, a guest's message is stored, and the outbox has it")
    func offline() async throws {
        try await Workplace.at { place in
            let sent = try await place.strata("feedback", "send", "Hello.")
            #expect(sent.code == 0 && sent.output.isEmpty, "\(sent.errors)")
            #expect(sent.errors.contains("Stored; it will be sent. To send it now: `strata outbox run`."))
            let list = try await place.strata("outbox", "list", "--json").object()
            let changes = try #require(list["items"] as? [[String: Any]])
            #expect(changes.map { $0["change"] as? String } == ["send feedback"])
            // Nothing can be stored below a file.
            let noFolder = try place.file("file", "") + "/data"
            for option in ["--session=ephemeral", "--data-dir=\(noFolder)"] {
                let lost = try await Workplace.strata(
                    ["feedback", "send", "Hello.", option],
                    environment: ["STRATA_BASE_URL": place.backend.absoluteString])
                #expect(lost.code == 69 && !lost.errors.contains("Stored"), "\(lost.errors)")
            }
        }
    }

    @Test(
        "an invalid argument is refused before anything is sent",
        arguments: [
            ([" "], "The message is empty."), (["a", "--rating", "6"], "A rating is a whole number from 1 to 5."),
            (["a", "--contact", "ada"], "An email address has exactly one @"),
        ])
    func invalidArguments(arguments: [String], words: String) async throws {
        try await Refusal.check(["feedback", "send"] + arguments, words)
    }

    @Test("a message of a session that has ended waits for the next login, and then a guest may send one")
    func endedSession() async throws {
        try await Workplace.with(login: .grace) { place in
            // The refresh token of the stored login is spent by another login's logout on the server.
            let copy = place.folder.appending(path: "copy")
            try FileManager.default.copyItem(at: place.dataFolder, to: copy)
            try await place.strata("logout")
            try FileManager.default.removeItem(at: place.dataFolder)
            try FileManager.default.copyItem(at: copy, to: place.dataFolder)
            let ended = try await place.strata("feedback", "send", "Hello.", code: 0)
            #expect(ended.errors.contains("Stored; it will be sent."), "\(ended.errors)")
            #expect(ended.errors.localizedCaseInsensitiveContains("log in"), "\(ended.errors)")
            let guest = try await place.strata("feedback", "send", "Hello.", code: 0)
            #expect(guest.output.hasPrefix("Sent as a guest."))
        }
    }
}
