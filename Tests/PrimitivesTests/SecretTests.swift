import Foundation
import Primitives
import Testing

@Suite("Secret") struct SecretTests {
    private struct Account {
        let name = "ada"
        let password: Secret<String>
    }

    private final class Box: Sendable {
        let password: Secret<String>
        init(_ password: Secret<String>) { self.password = password }
    }

    private enum Failure: Error {
        case refused(Secret<String>)
        case named(token: Secret<String>, attempts: Int)
    }

    private static let plain = "correct horse battery staple"

    /// The ways in which Swift turns a value into text.
    private static let roads: [String: @Sendable (any Sendable) -> String] = [
        "interpolation": { "\($0)" },
        "String(describing:)": { String(describing: $0) },
        "String(reflecting:)": { String(reflecting: $0) },
        "dump": { value in
            var text = ""
            dump(value, to: &text)
            return text
        },
        "a walk through mirrors": { walk(Mirror(reflecting: $0)) },
        "an array of it": { "\([$0])" },
        "localizedDescription": { ($0 as? any Error)?.localizedDescription ?? "" },
    ]

    private static let secret = Secret(plain)

    /// Values that contain a secret, as in this workspace.
    private static let holders: [String: any Sendable] = [
        "the secret itself": secret, "an optional": Optional(secret), "an array": [secret],
        "a dictionary's value": ["password": secret], "a dictionary's key": [secret: 1],
        "a tuple in an array": [(1, secret)], "a struct": Account(password: secret), "a class": Box(secret),
        "an enum's payload": Failure.refused(secret),
        "an enum's labeled payload": Failure.named(token: secret, attempts: 2),
        "a result": Result<Secret<String>, Failure>.success(secret), "a secret of bytes": Secret(Data(plain.utf8)),
        "a secret of a secret": Secret(Secret(plain)), "a secret of a struct": Secret(Account(password: secret)),
    ]

    @Test("no way of printing shows the value of a secret", arguments: roads.keys.sorted(), holders.keys.sorted())
    func leaksNothing(road: String, holder: String) throws {
        let (print, value) = (try #require(Self.roads[road]), try #require(Self.holders[holder]))
        let text = print(value)
        #expect(!text.contains(Self.plain))
        #expect(!text.contains("horse"))
        // The first bytes in decimal, as an array of bytes prints.
        #expect(!text.contains("99, 111, 114"))
    }

    @Test(
        "every way of printing shows a value that is not a secret",
        arguments: roads.keys.filter { $0 != "localizedDescription" })
    func roadsLeadSomewhere(road: String) throws {
        struct Open { let name = "horse" }
        let print = try #require(Self.roads[road])
        #expect(print(Open()).contains("horse"))
    }

    @Test("a secret prints as redacted, and reveal returns its value")
    func reveals() {
        #expect("\(Secret("x"))" == "‹redacted›" && Secret<String>.redaction == "‹redacted›")
        #expect(Secret(Self.plain).reveal() == Self.plain)
        #expect(Secret(42).reveal() == 42)
    }

    @Test("secrets are equal and have equal hashes if their values do")
    func equality() {
        #expect(Secret("a") == Secret("a"))
        #expect(Secret("a") != Secret("b"))
        #expect(Set([Secret("a"), Secret("a"), Secret("b")]).count == 2)
    }

    @Test("a secret can't be encoded by accident")
    func isNotCodable() {
        #expect(!(Secret("a") as Any is any Encodable))
        #expect(!(Secret("a") as Any is any Decodable))
    }

    private static func walk(_ mirror: Mirror, depth: Int = 8) -> String {
        guard depth > 0 else { return "" }
        return mirror.children.map { child in
            "\(child.label ?? "") \(child.value) " + walk(Mirror(reflecting: child.value), depth: depth - 1)
        }
        .joined() + (mirror.superclassMirror.map { walk($0, depth: depth - 1) } ?? "")
    }
}
