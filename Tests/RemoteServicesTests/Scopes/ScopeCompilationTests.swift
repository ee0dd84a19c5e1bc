import EngineTestSupport
import Foundation
import SnippetCompiler
import Testing

/// Guest ⊂ member ⊂ admin, enforced by the compiler, and tokens inaccessible: each wrong use of a session is rejected with
/// the expected diagnostic, and its counterpart without that fault compiles.
struct ScopeCompilationTests {
    struct Pair: CustomTestStringConvertible, Sendable {
        let fault: String
        /// If the endpoint has a leading dot, only the part that names the endpoint, because the rest depends on the
        /// compiler's search.
        let diagnostic: String
        let wrong: String
        let right: String

        var testDescription: String { fault }
    }

    static let pairs = [
        Pair(
            fault: "an account gives no credential", diagnostic: "value of type 'Account' has no member 'credential'",
            wrong: "func whose(_ account: Account) -> Any { account.credential }",
            right: "func whose(_ account: Account) -> Any { account.id }"),
        Pair(
            fault: "sessions give no credential",
            diagnostic: "'credentialProvider' is inaccessible due to 'package' protection level",
            wrong: "func a(_ b: Account, _ c: AccountSessions) -> Any? { c.credentialProvider(of: b) }",
            right: """
                func a(_ b: Account, _ c: AccountSessions, _ d: Client) -> Any? { c.session(Member.self, of: b, on: d) }
                """),
        Pair(
            fault: "an admin's endpoint is not a member's",
            diagnostic: "requires that 'Member' conform to 'AdminScope'",
            wrong: "let endpoint = Endpoint<Member, [Item]>.items(page: 1)",
            right: "let endpoint = Endpoint<Admin, [Item]>.items(page: 1)"),
        Pair(
            fault: "a member's endpoint is not a guest's", diagnostic: "requires that 'Guest' conform to 'MemberScope'",
            wrong: "let endpoint = Endpoint<Guest, Item>.ownItem()",
            right: "let endpoint = Endpoint<Member, Item>.ownItem()"),
        Pair(
            fault: "a guest does not send a member's endpoint", diagnostic: "static method 'ownItem()'",
            wrong: "func own(_ a: Session<Guest>) async throws -> Item { try await a.send(.ownItem()) }",
            right: "func own(_ a: Session<Member>) async throws -> Item { try await a.send(.ownItem()) }"),
        Pair(
            fault: "a guest does not send an admin's endpoint", diagnostic: "static method 'items",
            wrong: "func list(_ a: Session<Guest>) async throws -> [Item] { try await a.send(.items(page: 1)) }",
            right: "func list(_ a: Session<Admin>) async throws -> [Item] { try await a.send(.items(page: 1)) }"),
        Pair(
            fault: "a member does not send an admin's endpoint", diagnostic: "static method 'items",
            wrong: "func list(_ a: Session<Member>) async throws -> [Item] { try await a.send(.items(page: 1)) }",
            right: """
                func list(_ a: Account, _ b: AccountSessions, _ c: Client) async throws -> [Item]? {
                    try await b.session(Admin.self, of: a, on: c)?.send(.items(page: 1))
                }
                """),
        Pair(
            fault: "a member's handle makes no admin's session",
            diagnostic: """
                cannot convert return expression of type 'Session<Member>' to return type 'Session<Admin>'
                """,
            wrong: """
                func a(_ b: Account, _ c: AccountSessions, _ d: Client) -> Session<Admin>? {
                    c.session(Member.self, of: b, on: d)
                }
                """,
            right: """
                func a(_ b: Account, _ c: AccountSessions, _ d: Client) -> Session<Admin>? {
                    c.session(Admin.self, of: b, on: d)
                }
                """),
        Pair(
            fault: "a member's session is no admin's",
            diagnostic: "cannot convert value of type 'Session<Member>' to expected argument type 'Session<Admin>'",
            wrong: "func use(_ a: Session<Admin>) {}\nfunc go(_ a: Session<Member>) { use(a) }",
            right: "func use(_ a: Session<Admin>) {}\nfunc go(_ a: Session<Admin>) { use(a) }"),
        Pair(
            fault: "a member's session needs a credential",
            diagnostic: "requires that 'Member' conform to 'AnonymousScope'",
            wrong: "func session(_ client: Client) -> Session<Member> { client.session(for: Member.self) }",
            right: "func session(_ client: Client) -> Session<Guest> { client.session(for: Guest.self) }"),
    ]

    @Test("a wrong use doesn't compile, and its correct counterpart does", arguments: pairs)
    func pair(pair: Pair) async throws {
        guard let wrong = try await Self.typecheck(pair.wrong) else { return }
        #expect(!wrong.succeeded)
        #expect(wrong.errors.count == 1 && wrong.errors[0].contains(pair.diagnostic), "\(wrong.output)")
        let right = try #require(try await Self.typecheck(pair.right))
        #expect(right.succeeded, "\(right.output)")
    }

    @Test("a session sends what lower scopes may send")
    func lowerEndpoints() async throws {
        let result = try await Self.typecheck(
            """
            func all(_ admin: Session<Admin>, _ member: Session<Member>, _ credentials: Credentials) async throws {
                _ = try await member.send(.login(credentials))
                _ = try await admin.send(.login(credentials))
                _ = try await admin.send(.ownItem())
                _ = try await admin.send(.items(page: 1))
                try await admin.send(.logout())
            }
            """)
        if let result { #expect(result.succeeded, "\(result.output)") }
    }

    /// The compiler's outcome for a snippet with the endpoints of an `Item`; `nil` without the modules.
    private static func typecheck(_ snippet: String) async throws -> SnippetCompiler.Outcome? {
        guard let compiler = try SnippetCompiler.knowing("RemoteServices") else { return nil }
        let prelude = """
            import Models
            import Networking
            import RemoteServices
            import Services

            struct Item: Sendable, Decodable {}

            extension Endpoint where Access: MemberScope, Response == Item {
                static func ownItem() -> Self { Endpoint(.get, "/items/own", response: .json) }
            }

            extension Endpoint where Access: AdminScope, Response == [Item] {
                static func items(page: Int) -> Self {
                    Endpoint(.get, "/items", query: [QueryItem("page", page)], response: .json)
                }
            }

            """
        return try await withTemporaryFolder { folder in
            let file = folder.appending(path: "Snippet.swift")
            try Data((prelude + snippet).utf8).write(to: file)
            return try await compiler.typecheck([file])
        }
    }
}
