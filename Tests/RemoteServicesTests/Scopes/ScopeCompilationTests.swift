import Foundation
import SnippetCompiler
import Testing

/// Guest ⊂ member ⊂ admin, enforced by the compiler, and tokens inaccessible: each wrong pair of session and endpoint is rejected with the expected
/// diagnostic, and its counterpart without that fault compiles.
///
/// The snippets are in `Snippets`, which is not part of this target, with the endpoints of an `Item`. The first line of a wrong one has the expected
/// diagnostic. If the endpoint has a leading dot, only the part that names the endpoint is compared, because the rest
/// depends on the compiler's search.
struct ScopeCompilationTests {
    static let pairs = [
        "AccountGivesNoCredential", "AdminEndpointForMembers", "EndpointAboveItsScope", "GuestAsksForOwnItem",
        "GuestListsItems", "MemberHandleForAnAdminSession", "MemberListsItems", "MemberSessionAsAdminSession",
        "MemberSessionWithoutCredential", "SessionsGiveNoCredential",
    ]

    @Test("a wrong pair doesn't compile, and its correct counterpart does", arguments: pairs)
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
            + ["LowerEndpointsInHigherSessions.right.swift", Snippet.endpoints]
        #expect(Set(files) == Set(compiled))
    }
}
