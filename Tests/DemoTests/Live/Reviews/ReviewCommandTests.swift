import Backend
import Foundation
import RawSocketServer
import Subprocess
import Testing

@testable import CommandLine

@Suite("strata reviews")
struct ReviewCommandTests {
    @Test("a guest lists reviews with their average; without it, exit code and JSON say what is missing")
    func list() async throws {
        try await Workplace.with { place in
            let table = try await place.strata("reviews", "list", "84", code: 0)
            #expect(
                table.output == """
                    ID   STARS  AUTHOR        TEXT
                    r-5  3      Grace Hopper  Ship's logs are shorter.
                    r-1  5      Ada Lovelace  Everyone in it asks who is to blame. The creature is not asked.
                    2 reviews, average 4.0

                    """)
            let list = try await place.strata("reviews", "list", "84", "--json").object()
            #expect(list["average_stars"] as? Double == 4)
            #expect((list["missing"] as? [String])?.isEmpty == true)
            let first = try #require((list["reviews"] as? [[String: Any]])?.first)
            #expect(first["id"] as? String == "r-5" && first["book"] as? Int == 84)
            let none = try await place.strata("reviews", "list", "6130", code: 0)
            #expect(none.output == "This book has no reviews yet.\n")

            try await place.arm("graphql-average-stars", "count=2")
            let partial = try await place.strata("reviews", "list", "84", code: 18)
            #expect(partial.output.hasSuffix("\n2 reviews\n"))
            #expect(partial.errors == "strata: The average is missing: The ratings service does not respond.\n")
            let json = try await place.strata("reviews", "list", "84", "--json").object(code: 18)
            #expect(json["missing"] as? [String] == ["average_stars"] && json["average_stars"] == nil)
        }
    }

    @Test("a member adds a review and changes its parts")
    func write() async throws {
        try await Workplace.with(login: .grace) { place in
            let added = try await place.strata("reviews", "add", "84", "--stars", "4", "--text", "Cold.", "--json")
                .object()
            let id = try #require(added["id"] as? String)
            #expect(added["author"] as? String == "Grace Hopper" && added["text"] as? String == "Cold.")
            let kept = try await place.strata("reviews", "edit", id, "--stars", "2", "--json").object()
            #expect(kept["stars"] as? Int == 2 && kept["text"] as? String == "Cold.")
            let removed = try await place.strata("reviews", "edit", id, "--no-text")
            #expect(removed.output == "id      \(id)\nbook    84\nstars   2\nauthor  Grace Hopper\n")
            let set = try await place.strata("reviews", "edit", id, "--text", "Two\nlines.")
            #expect(set.output.contains("\ntext    Two lines.\n"))
        }
    }

    @Test(
        "an invalid argument is refused before anything is sent",
        arguments: [
            (["add", "84", "--stars", "6"], "A review has 1 to 5 stars."),
            (["edit", "r-1"], "Nothing to change. Use --stars, --text or --no-text."),
            (["edit", "r-1", "--text", "a", "--no-text"], "Use --text or --no-text, not both."),
        ])
    func invalidArguments(arguments: [String], words: String) async throws {
        try await Refusal.check(["reviews"] + arguments, words)
    }

    @Test("each new review is one line, and the command ends when the server ends the subscription")
    func watch() async throws {
        let events = Self.event(1) + Self.event(2) + "event: complete\ndata:\n\n"
        try await CannedServer.with(events, type: "text/event-stream") { _, requests, place in
            let lines = try await place.strata("reviews", "watch", "84", code: 0)
            #expect(lines.errors == "strata: The server has ended the subscription.\n")
            #expect(lines.output == "r-1  4  Ada  Cold.\nr-2  4  Ada  Cold.\n")
            let json = try await place.strata("reviews", "watch", "84", "--json", code: 0)
            let reviews = json.output.split(separator: "\n")
            #expect(reviews.count == 2 && reviews.allSatisfy { $0.hasPrefix(#"{"author":"Ada","book":84,"#) })
            #expect(requests().map { $0["Accept"] } == ["text/event-stream", "text/event-stream"])
        }
    }

    @Test("a watch without further reviews ends when its reader is gone")
    func unread() async throws {
        let review =
            #"{"id":"r-1","book":{"id":84},"stars":5,"text":"Alive","author":"Ada","createdAt":"2026-03-01T09:00:00Z"}"#
        try await UnreadOutput.subscribe(
            ["reviews", "watch", "84", "--base-url"], to: #"{"reviewAdded":\#(review)}"#)
    }

    private static func event(_ number: Int) -> String {
        """
        id: \(number)\nevent: next\ndata: {"data": {"reviewAdded": {"id": "r-\(number)", "book": {"id": 84}, \
        "stars": 4, "text": "Cold.", "author": "Ada", "createdAt": "2026-03-01T09:00:00Z"}}}\n\n
        """
    }
}
