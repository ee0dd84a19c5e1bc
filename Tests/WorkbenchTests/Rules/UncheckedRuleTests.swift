import Testing

@testable import Workbench

@Suite struct UncheckedRuleTests {
    private func breaches(of source: String, limit: Int = 3) async throws -> [String] {
        var workspace = MiniatureWorkspace()
        workspace.contract.uncheckedSendableLimit = limit
        workspace.files["Modules/Feature/Planted.swift"] = source
        return try await workspace.check().breaches.map(\.what)
    }

    @Test(
        "an @unchecked Sendable without its reason directly above is a breach",
        arguments: [
            "final class Box: @unchecked Sendable {}",
            "// Unchecked because it is immutable.\n\nfinal class Box: @unchecked Sendable {}",
            "// It is immutable.\nfinal class Box: @unchecked Sendable {}",
            "class Box {} // Unchecked because it is immutable.\nstruct A {}\nextension Box: @unchecked Sendable {}",
        ])
    func unreasoned(source: String) async throws {
        #expect(try await breaches(of: source) == ["@unchecked Sendable without a reason"])
    }

    @Test(
        "an @unchecked Sendable with its reason directly above is no breach",
        arguments: [
            "// Unchecked because it is immutable.\nfinal class Box: @unchecked Sendable {}",
            "// Unchecked because it is immutable,\n// and stays so.\nfinal class Box:\n    @unchecked Sendable\n{}",
            "/// A box.\n// Unchecked because it is immutable.\nextension Box: @unchecked Sendable {}",
            "// final class Box: @unchecked Sendable {}",
        ])
    func reasoned(source: String) async throws {
        #expect(try await breaches(of: source) == [])
    }

    @Test("more @unchecked Sendable than the contract permits are a breach, even with reasons")
    func limit() async throws {
        let source = "// Unchecked because it is immutable.\nfinal class Box: @unchecked Sendable {}\n"

        #expect(try await breaches(of: source + source, limit: 2) == [])
        #expect(
            try await breaches(of: source + source, limit: 1) == ["@unchecked Sendable number 2 exceeds the limit of 1"]
        )
    }
}
