import Backend
import Foundation
import Testing

@testable import CommandLine

@Suite("strata users", .timeLimit(.minutes(20)))
struct UserCommandTests {
    @Test("a member reads only their own account, in each released version of the API")
    func member() async throws {
        try await Workplace.with(login: .grace) { place in
            let second = try await place.strata("users", "get", "u-grace", "--api-version", "2", code: 0)
            #expect(second.output.contains("since") && second.errors.isEmpty)
            let first = try await place.strata("users", "get", "u-grace", "--api-version", "1", code: 0)
            #expect(first.output.contains("grace@example.com"))
            #expect(!first.output.contains("since"), "the first version sends no dates")
            #expect(
                first.errors
                    == "strata: Deprecation notice for GET \(place.backend)/v1/users/u-grace: deprecated since "
                    + "Thu, 01 Jan 2026 00:00:00 GMT, ends Mon, 01 Jan 2029 00:00:00 GMT.\n")
            let third = try await place.strata("users", "get", "u-grace", "--api-version", "3", "--trace", code: 64)
            #expect(third.errors.contains("needs v3, but backend supports only v1, v2."))
            #expect(!third.errors.contains("attempt"), "nothing was sent: \(third.errors)")
            try await place.strata("users", "get", "u-ada", code: 67)
            let list = try await place.strata("users", "list", code: 77)
            #expect(list.errors == "strata: Your account is not allowed to do this.\n")
        }
    }

    @Test("replace sends the whole profile, update only the fields that change, and a rejected field is named")
    func changes() async throws {
        try await Workplace.with(login: .ada) { place in
            let user = try await place.strata("users", "update", "--about", "First.", "--json").object()
            #expect(user["about"] as? String == "First." && user["id"] as? String == "u-ada")
            let page = try await place.strata("users", "list", "--per-page", "3", "--json").object()
            #expect((page["items"] as? [Any])?.count == 3)
            let changed = try await place.strata("users", "update", "--name", "Ada King")
            #expect(changed.output.contains("First.") && changed.output.contains("Ada King"))
            let replaced = try await place.strata(
                "users", "replace", "--name", "Ada", "--email", "ada@example.com", code: 0)
            #expect(!replaced.output.contains("First."), "a whole profile without a text has none")
            let taken = try await place.strata("users", "update", "--email", "grace@example.com", code: 65)
            #expect(taken.errors.contains("email"))
            #expect(try await place.strata("whoami").output.contains("ada@example.com"))
        }
        try await Refusal.check(["users", "replace", "--name", "Ada"], "--email")
    }

    @Test(
        "while the server does not answer, your profile is the stored one, and a change of it is stored and sent later")
    func offline() async throws {
        try await Workplace.with(login: .grace) { place in
            #expect(try await place.strata("whoami").errors.isEmpty)
            try await place.arm("hang-up", "count=1000", "path=/v2/users")
            let update = try await place.strata("users", "update", "--name", "Amazing Grace")
            #expect(update.code == 0 && update.errors.contains("Stored; it will be sent."), "\(update.errors)")
            #expect(update.output.contains("Amazing Grace"))
            for command in [["whoami"], ["users", "get", "u-grace"]] {
                let shown = try await place.strata(command + ["--max-retries", "0"])
                #expect(shown.code == 0, "\(shown.errors)")
                #expect(shown.errors.contains("was stored less than a minute ago; the server could not be reached."))
                #expect(shown.errors.contains("1 change is not sent yet (`strata outbox list`)."))
                if command.count > 1 { #expect(shown.output.contains("Amazing Grace")) }
            }
            try await place.arm("disarm")
            #expect(try await place.strata("outbox", "run").output == "Sent 1, 0 left.\n")
            let sent = try await place.strata("users", "get", "u-grace")
            #expect(sent.output.contains("Amazing Grace") && sent.errors.isEmpty, "\(sent.errors)")

            // A change behind a refused one says so, and does not wait for ever.
            try await place.arm("hang-up", "count=1000", "path=/v2/users")
            try await place.strata("users", "update", "--email", "ada@example.com", code: 0)
            try await place.arm("disarm")
            try await place.strata("outbox", "run", code: 0)  // Another user has that address.
            let change = try await place.strata("users", "update", "--name", "Grace Hopper", code: 0)
            #expect(change.errors.contains("Stored, but it waits behind a parked change."), "\(change.errors)")
            try await place.strata("users", "update", "--name", "Grace", "--wait", code: 65)

            let items = try await place.strata("outbox", "list", "--json").object()["items"] as? [[String: Any]]
            let parked = try #require(items?.first { $0["state"] as? String == "parked" }?["id"] as? String)
            let beginning = String(parked.prefix(12))
            let shown = try await place.strata("outbox", "show", beginning).output
            #expect(shown.contains("parked: ") && shown.contains("less than a minute ago"), "\(shown)")
            let retried = try await place.strata("outbox", "retry", beginning)
            #expect(retried.code == 0 && retried.output.contains("Still waiting: parked: "), "\(retried)")
            let discarded = try await place.strata("outbox", "discard", beginning, "--yes", "--json").object()
            #expect(discarded["discarded"] as? String == parked && discarded["may_have_been_sent"] is Bool)
            try await place.strata("outbox", "show", beginning, code: 67)
            #expect(try await place.strata("users", "update", "--name", "Rear Admiral", "--wait").errors.isEmpty)
            #expect(try await place.strata("outbox", "list").output == "Nothing waits to be sent.\n")
            #expect(try await place.strata("users", "get", "u-grace").output.contains("Rear Admiral"))
        }
    }

    @Test("a command that has reached the server then sends what is due, and says what became of it")
    func due() async throws {
        try await Workplace.with(login: .grace) { place in
            for (field, value, note) in [
                ("--name", "Amazing Grace", "strata: Sent 1 change of the outbox.\n"),
                // Another user has that address.
                ("--email", "ada@example.com", "strata: Left for your decision: 1 change (`strata outbox list`).\n"),
            ] {
                try await place.arm("hang-up", "count=1000", "path=/v2/users")
                try await place.strata("users", "update", field, value, code: 0)
                // Its failure is not a fault of this command.
                #expect(try await place.strata("time-entries", "list", code: 0).errors.isEmpty)
                try await place.arm("disarm")
                var notes: [String] = []
                repeat {
                    notes.append(try await place.strata("whoami", code: 0).errors)
                } while try await place.isWaiting()
                #expect(notes.count { $0.contains(note) } == 1 && notes.last?.hasSuffix(note) == true, "\(notes)")
            }
            #expect(try await place.strata("users", "get", "u-grace").output.contains("Amazing Grace"))
        }
    }
}
