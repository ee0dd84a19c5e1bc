import Testing

@testable import Workbench

@Suite struct GlobalsRuleTests {
    private func breaches(of source: String) async throws -> [String] {
        var workspace = MiniatureWorkspace()
        workspace.files["Modules/Feature/Planted.swift"] = source
        let report = try await workspace.check()
        #expect(report.breaches.allSatisfy { $0.rule == "globals" })
        return report.breaches.map(\.subject)
    }

    @Test(
        "stored global mutable state is a breach",
        arguments: [
            "var counter = 0",
            "private var counter: Int = 0 { didSet { print(counter) } }",
            "enum Box { static var counter = 0 }",
            "struct Box {\n    package private(set) static var counter: [String: Int] = [:]\n}",
            "func work() { struct Local { static var counter = 0 } }",
            "enum Box { static let counter = Mutex(0) }",
            "let counter = Synchronization.Mutex<Int>(0)",
            "enum Box { static let counter: Mutex<Int> = .init(0) }",
            "actor Counter {}\nextension Counter { static let counter = Counter() }",
            "final class Counter { private var value = 0 }\nlet counter = Counter()",
            "final class Counter { let value = Mutex(0) }\nlet counter: Counter = makeCounter()",
            "final class Inner { var value = 0 }\nfinal class Outer { let inner: Inner }\nlet counter = Outer()",
        ])
    func mutable(source: String) async throws {
        #expect(try await breaches(of: source) == ["counter"])
    }

    @Test(
        "nonisolated(unsafe) is a breach in every declaration",
        arguments: [
            "enum Box { nonisolated(unsafe) static let box = 1 }", "func f() { nonisolated(unsafe) var a = 1 }",
        ])
    func unsafe(source: String) async throws {
        #expect(try await breaches(of: source) == ["nonisolated(unsafe)"])
    }

    @Test("a global instance with the name shared is a breach for every type", arguments: ["Client()", "make()"])
    func shared(value: String) async throws {
        #expect(try await breaches(of: "struct Client { static let shared = \(value) }") == ["shared"])
    }

    @Test(
        "computed, constant, local, instance and task-local properties are no breach",
        arguments: [
            "var counter: Int { 0 }",
            "enum Box { static var counter: Int { get { 0 } set {} } }",
            "protocol Box { static var counter: Int { get } }",
            "enum Box { static let counter = 0 }",
            "enum Box { @TaskLocal static var counter = 0 }",
            "struct Box { var counter = 0 }",
            "func work() { var counter = 0; counter += 1 }",
            "let work = { var counter = 0; counter += 1 }",
            "final class Constant { let value = 0 }\nlet constant = Constant()",
            "struct Box { let counter = Mutex(0) }",
            "let text = \"static var counter = 0\" // var counter = 0",
            "actor Twin {}\nenum Other { struct Twin {} }\nlet twin = Twin()",
        ])
    func harmless(source: String) async throws {
        #expect(try await breaches(of: source) == [])
    }
}
