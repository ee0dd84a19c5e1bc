import Foundation
import Testing

@testable import Demo

@Suite("strata users")
struct UserCommandTests {
    @Test("a member can read only their own account")
    func member() async throws {
        try await Workplace.with { place in
            _ = try await place.logIn(.grace)
            #expect(try await place.strata("users", "get", "u-grace").code == 0)
            #expect(try await place.strata("users", "get", "u-ada").code == 67)
            let list = try await place.strata("users", "list")
            #expect(list.code == 77)
            #expect(list.errors == "strata: Your account is not allowed to do this.\n")
        }
    }

    @Test("a field that the server rejects is named in the error, and nothing changes")
    func conflict() async throws {
        try await Workplace.with { place in
            _ = try await place.logIn()
            let taken = try await place.strata("users", "update", "--email", "grace@example.com")
            #expect(taken.code == 65)
            #expect(taken.errors.contains("email"))
            #expect(try await place.strata("whoami").output.contains("ada@example.com"))
        }
    }

    @Test("replace sends the whole profile, and update only the fields that change")
    func replace() async throws {
        try await Workplace.with { place in
            _ = try await place.logIn()
            let user = try await place.strata("users", "update", "--about", "First.", "--json").object()
            #expect(user["about"] as? String == "First." && user["id"] as? String == "u-ada")
            let page = try await place.strata("users", "list", "--per-page", "3", "--json").object()
            #expect((page["items"] as? [Any])?.count == 3)
            let changed = try await place.strata("users", "update", "--name", "Ada King")
            #expect(changed.output.contains("First.") && changed.output.contains("Ada King"))
            let replaced = try await place.strata("users", "replace", "--name", "Ada", "--email", "ada@example.com")
            #expect(replaced.code == 0, "\(replaced.errors)")
            #expect(!replaced.output.contains("First."), "a whole profile without a text has none")
            let partial = try await place.strata("users", "replace", "--name", "Ada")
            #expect(partial.code == 64)
        }
    }

    @Test("a user can be read in each version of the API, and the first version's end is announced")
    func versions() async throws {
        try await Workplace.with { place in
            _ = try await place.logIn(.grace)
            let second = try await place.strata("users", "get", "u-grace", "--api-version", "2")
            #expect(second.output.contains("since"))
            #expect(second.errors.isEmpty)
            let first = try await place.strata("users", "get", "u-grace", "--api-version", "1")
            #expect(first.output.contains("grace@example.com"))
            #expect(!first.output.contains("since"), "the first version sends no dates")
            #expect(
                first.errors
                    == "strata: Deprecation notice for GET \(place.backend)/v1/users/u-grace: deprecated since "
                    + "Thu, 01 Jan 2026 00:00:00 GMT, ends Mon, 01 Jan 2029 00:00:00 GMT.\n")
        }
    }

    @Test("an unreleased version of the API is refused before anything is sent")
    func unreleased() async throws {
        try await Workplace.with { place in
            _ = try await place.logIn(.grace)
            let third = try await place.strata("users", "get", "u-grace", "--api-version", "3", "--trace")
            #expect(third.code == 64)
            #expect(third.errors.contains("needs v3, but backend supports only v1, v2."))
            #expect(!third.errors.contains("attempt"), "\(third.errors)")
        }
    }

    @Test("deleting your own account signs you out")
    func deleteSelf() async throws {
        try await Workplace.with { place in
            _ = try await place.logIn(.grace)
            #expect(try await place.strata("users", "delete", "u-grace").code == 0)
            #expect(try await place.strata("whoami").code == 77)
            #expect(try await place.logIn(.grace).code == 77)
        }
    }
}
