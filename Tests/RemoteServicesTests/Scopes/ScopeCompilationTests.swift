import Foundation
import SnippetCompiler
import Testing

/// Guest ⊂ member ⊂ admin, enforced by the compiler, and tokens out of reach: each wrong pairing of session and endpoint is refused with the expected
/// diagnostic, and its twin, which differs by that one thing, compiles.
///
/// The snippets stand in `Snippets`, which is no part of this target. The first line of a wrong one says what the
/// compiler has to say. Where the endpoint is written with a leading dot, only the part of the sentence is asked for
/// that names the endpoint: the rest speaks of the compiler's own search and changes with it.
struct ScopeCompilationTests {
    static let pairs = [
        "AccountGivesNoCredential", "AdminEndpointForMembers", "EndpointAboveItsScope", "GuestAsksWhoTheyAre",
        "GuestListsUsers",
        "MemberHandleForAnAdminSession", "MemberListsUsers", "MemberSessionAsAdminSession",
        "MemberSessionWithoutCredential", "SessionsGiveNoCredential",
    ]

    @Test("a wrong pairing doesn't compile, and its twin does", arguments: pairs)
    func pair(name: String) async throws {
        guard let compiler = try SnippetCompiler.knowing("RemoteServices") else { return }
        let snippet = Snippet("\(name).wrong.swift")
        let expected = try #require(try snippet.expectedDiagnostic)
        let wrong = try await snippet.typecheck(by: compiler)
        #expect(!wrong.succeeded)
        #expect(wrong.errors.count == 1 && wrong.errors[0].contains(expected), "\(wrong.output)")

        let right = try await Snippet("\(name).right.swift").typecheck(by: compiler)
        #expect(right.succeeded, "\(right.output)")
    }

    @Test("a session sends what lower scopes may send")
    func lowerEndpoints() async throws {
        guard let compiler = try SnippetCompiler.knowing("RemoteServices") else { return }
        let result = try await Snippet("LowerEndpointsInHigherSessions.right.swift").typecheck(by: compiler)
        #expect(result.succeeded, "\(result.output)")
    }

    @Test("every snippet is compiled by a test")
    func completeness() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Snippet.folder.path)
        let compiled =
            Self.pairs.flatMap { ["\($0).wrong.swift", "\($0).right.swift"] }
            + ["LowerEndpointsInHigherSessions.right.swift"]
        #expect(Set(files) == Set(compiled))
    }
}
