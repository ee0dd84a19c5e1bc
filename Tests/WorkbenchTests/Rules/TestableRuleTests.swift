import Testing

@testable import Workbench

@Suite struct TestableRuleTests {
    @Test("@testable outside a test target is a breach, also in doubles", arguments: ["Modules/Doubles", "Apps/Tool"])
    func outsideTests(folder: String) async throws {
        var workspace = MiniatureWorkspace()
        workspace.append("@testable import Core", to: "\(folder)/More.swift")

        #expect(try await workspace.check().breaches.map(\.text.prefixToRule) == ["\(folder)/More.swift:1: testable"])
    }

    @Test("@testable in a test target is no breach")
    func insideTests() async throws {
        var workspace = MiniatureWorkspace()
        workspace.append("@testable import Core", to: "Tests/CoreTests/More.swift")

        #expect(try await workspace.check().breaches == [])
    }
}

extension String {
    fileprivate var prefixToRule: String {
        split(separator: ":", maxSplits: 3).prefix(3).joined(separator: ":")
    }
}
