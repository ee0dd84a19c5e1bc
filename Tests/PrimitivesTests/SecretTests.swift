import Foundation
import Primitives
import Testing

@Suite("Secret") struct SecretTests {
    /// One way in which Swift turns a value into text.
    struct Road: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: @Sendable (any Sendable) -> String
    }

    /// A value that contains a secret, as in this workspace.
    struct Holder: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let value: any Sendable
    }

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

    static var roads: [Road] {
        [
            Road(testDescription: "interpolation") { "\($0)" },
            Road(testDescription: "String(describing:)") { String(describing: $0) },
            Road(testDescription: "String(reflecting:)") { String(reflecting: $0) },
            Road(testDescription: "dump") { value in
                var text = ""
                dump(value, to: &text)
                return text
            },
            Road(testDescription: "a walk through mirrors") { Self.walk(Mirror(reflecting: $0)) },
            Road(testDescription: "an array of it") { "\([$0])" },
            Road(testDescription: "localizedDescription") { ($0 as? any Error)?.localizedDescription ?? "" },
        ]
    }

    static var holders: [Holder] {
        let secret = Secret(plain)
        return [
            Holder(testDescription: "the secret itself", value: secret),
            Holder(testDescription: "an optional", value: Optional(secret)),
            Holder(testDescription: "an array", value: [secret]),
            Holder(testDescription: "a dictionary's value", value: ["password": secret]),
            Holder(testDescription: "a dictionary's key", value: [secret: 1]),
            Holder(testDescription: "a tuple in an array", value: [(1, secret)]),
            Holder(testDescription: "a struct", value: Account(password: secret)),
            Holder(testDescription: "a class", value: Box(secret)),
            Holder(testDescription: "an enum's payload", value: Failure.refused(secret)),
            Holder(testDescription: "an enum's labeled payload", value: Failure.named(token: secret, attempts: 2)),
            Holder(testDescription: "a result", value: Result<Secret<String>, Failure>.success(secret)),
            Holder(testDescription: "a secret of bytes", value: Secret(Data(plain.utf8))),
            Holder(testDescription: "a secret of a secret", value: Secret(Secret(plain))),
            Holder(testDescription: "a secret of a struct", value: Secret(Account(password: secret))),
        ]
    }

    @Test("no way of printing shows the value of a secret", arguments: roads, holders)
    func leaksNothing(road: Road, holder: Holder) {
        let text = road.text(holder.value)
        #expect(!text.contains(Self.plain))
        #expect(!text.contains("horse"))
        // The first bytes in decimal, as an array of bytes prints.
        #expect(!text.contains("99, 111, 114"))
    }

    @Test("every way of printing shows a value that is not a secret", arguments: roads.dropLast())
    func roadsLeadSomewhere(road: Road) {
        struct Open { let name = "horse" }
        #expect(road.text(Open()).contains("horse"))
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
