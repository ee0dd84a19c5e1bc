import Testing

@testable import Workbench

@Suite struct DocumentedRuleTests {
    private func breaches(of source: String, at path: String = "Modules/Core/Planted.swift") async throws -> [String] {
        var workspace = MiniatureWorkspace()
        workspace.files[path] = source
        let report = try await workspace.check()
        #expect(report.breaches.allSatisfy { $0.rule == "documented" })
        return report.breaches.map { "\($0.line) \($0.subject)" }
    }

    @Test(
        "a public declaration without a documentation comment is a breach",
        arguments: [
            ("public struct Box {}", "1 Box"),
            ("// No documentation.\npublic func open() {}", "2 open"),
            ("/// Far away.\n\npublic func open() {}", "3 open"),
            ("struct Box {\n    public init(_ value: Int) {}\n}", "2 init"),
            ("struct Box {\n    public let count: Int\n}", "2 count"),
            ("struct Box {\n    public mutating func open() {}\n}", "2 open"),
            (
                "extension Core {\n    @discardableResult\n    public static func + (a: Core, b: Core) -> Core { a }\n}",
                "3 +"
            ),
            ("/// A port.\npublic protocol Port {\n    func send()\n}", "3 send"),
            ("protocol Port { func send() }\nstruct Box: Port {\n    public func sent() {}\n}", "3 sent"),
        ])
    func undocumented(source: String, breach: String) async throws {
        #expect(try await breaches(of: source) == [breach])
    }

    @Test(
        "what is not public, has a comment, or is explained elsewhere is no breach",
        arguments: [
            "struct Box {}\npackage func open() {}",
            "struct Box {\n    public let count: Int\n    enum CodingKeys: String, CodingKey { case count }\n}",
            "/// Opens.\npublic func open() { let value = 1; func inner() {} }",
            "/// Opens.\n@discardableResult\n@MainActor public func open() -> Int { 0 }",
            "/** Opens. */\npublic func open() {}",
            "/// Opens.\n// Because.\npublic func open() {}",
            "/// A port.\npublic protocol Port {\n    /// Sends.\n    func send()\n}\nextension Port {\n    public func send() {}\n}",
            "/// A kind.\npublic enum Kind { case one, two }",
            "struct Box {\n    public let core: Core\n}",
            "extension Core: Equatable {\n    public func any() {}\n}",
            "protocol Base { func send() }\nprotocol Port: Base {}\nstruct Box: Port {\n    public func send() {}\n}",
            "class Box: Base {\n    public override func send() {}\n}",
            "extension Core { public var description: String { \"\" } }",
            "protocol Port { func send() }",
        ])
    func harmless(source: String) async throws {
        #expect(try await breaches(of: source) == [])
    }

    @Test("targets outside the scope are not judged")
    func scope() async throws {
        #expect(try await breaches(of: "public func open() {}", at: "Apps/Tool/More.swift") == [])
    }
}
