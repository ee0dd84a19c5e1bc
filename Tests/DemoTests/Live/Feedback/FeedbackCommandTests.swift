import Foundation
import Testing

@testable import Demo

@Suite("strata feedback")
struct FeedbackCommandTests {
    @Test("guests send a message, and members sign it")
    func send() async throws {
        try await Workplace.with { place in
            let guest = try await place.strata(
                "feedback", "send", "Hello.", "--contact", "ada@example.com", "--rating", "4")
            #expect(guest.code == 0, "\(guest.errors)")
            #expect(guest.output.hasPrefix("Sent as a guest. Thank you.\nid      f-"))
            _ = try await place.logIn(.grace)
            let member = try await place.strata("feedback", "send", "-", "--json", input: "Two\nlines.\n")
            #expect(member.code == 0, "\(member.errors)")
            let receipt = try member.object()
            #expect(receipt["author_id"] as? String == "u-grace")
            #expect(receipt["created_at"] is String)
        }
    }

    @Test(
        "an invalid argument is one sentence and exit code 64, and nothing is sent",
        arguments: [
            ([" "], "The message is empty."), (["a", "--rating", "6"], "A rating is a whole number from 1 to 5."),
            (["a", "--contact", "ada"], "An email address has exactly one @, as in ada@example.com."),
            (["-"], "The message is empty."),
        ])
    func invalidArguments(arguments: [String], sentence: String) async throws {
        try await Workplace.withoutBackend { place in
            let outcome = try await place.strata(["feedback", "send"] + arguments)
            #expect(outcome.code == 64)
            #expect(outcome.errors == "strata: \(sentence)\n")
        }
    }

    @Test("a session that has ended is reported, and then a guest may send the message")
    func endedSession() async throws {
        try await Workplace.with { place in
            _ = try await place.logIn(.grace)
            // The refresh token of the stored login is spent by another login's logout on the server.
            let copy = place.folder.appending(path: "copy")
            try FileManager.default.copyItem(at: place.dataFolder, to: copy)
            _ = try await place.strata("logout")
            try FileManager.default.removeItem(at: place.dataFolder)
            try FileManager.default.copyItem(at: copy, to: place.dataFolder)
            let ended = try await place.strata("feedback", "send", "Hello.")
            #expect(ended.code == 77)
            #expect(ended.errors.contains("has ended. Log in again with `strata login EMAIL`, or repeat"))
            let guest = try await place.strata("feedback", "send", "Hello.")
            #expect(guest.code == 0, "\(guest.errors)")
            #expect(guest.output.hasPrefix("Sent as a guest."))
        }
    }
}
