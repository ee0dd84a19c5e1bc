import Testing

@testable import Workbench

@Suite struct ExhaustiveRuleTests {
    @Test("a target without a row is a breach")
    func unruledTarget() async throws {
        var workspace = MiniatureWorkspace()
        workspace.manifest["Extra"] = .init(name: "Extra", path: "Modules/Extra", kind: .regular)
        workspace.files["Modules/Extra/Extra.swift"] = "import Nothing"

        let found = try await workspace.check().breaches
        #expect(found.map(\.what) == ["the target Extra has no row in Docs/layers.json"])
    }

    @Test("a row without a target is a breach, and so is a second row")
    func idleRow() async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract.targets.append(.init(target: "Ghost", path: "Modules/Ghost", kind: "module"))
        workspace.contract.targets.append(workspace.contract["Tool"])

        let found = try await workspace.breaches(of: "exhaustive")
        #expect(found.map { $0.split(separator: " ").last } == ["Tool", "Ghost"])
    }

    @Test("a row with the wrong folder or kind is a breach")
    func misstated() async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract["Feature"].path = "Modules/Features"
        workspace.contract["Doubles"].kind = "test"

        let found = try await workspace.check().breaches.filter { $0.rule == "exhaustive" }
        #expect(
            Set(found.map(\.what)) == [
                "the row of Feature says Modules/Features, Package.swift says Modules/Feature",
                "the row of Doubles says \"test\", Package.swift says regular",
            ])
    }

    @Test("a target without a Swift file is a breach")
    func emptyTarget() async throws {
        var workspace = MiniatureWorkspace()
        workspace.manifest["Empty"] = .init(name: "Empty", path: "Modules/Empty", kind: .regular)
        workspace.contract["Empty"] = .init(target: "Empty", path: "Modules/Empty", kind: "module")

        #expect(try await workspace.check().breaches.map(\.what) == ["the target Empty has no Swift file"])
    }

    @Test("a package without a row and a row without a package are breaches")
    func packages() async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract.packages.append(.init(package: "ghost-kit", modules: ["GhostKit"]))
        workspace.contract["Core"].packages.append("ghost-kit")
        workspace.manifest.packages.append("spare-kit")
        workspace.manifest["Core"].dependencies.append(.product("SpareKit", package: "spare-kit"))
        workspace.append("import SpareKit", to: "Modules/Core/Core.swift")

        let found = try await workspace.check().breaches
        #expect(Set(found.map(\.subject)) == ["ghost-kit", "spare-kit"])
        #expect(found.allSatisfy { $0.rule == "exhaustive" })
    }

    @Test("a Swift file outside every target is a breach, unless an outside row covers it")
    func strayFile() async throws {
        var workspace = MiniatureWorkspace()
        workspace.files["Tests/Snippets/Wrong.swift"] = "import Anything"
        #expect(
            try await workspace.breaches(of: "exhaustive") == [
                "Tests/Snippets/Wrong.swift:1 Tests/Snippets/Wrong.swift"
            ])

        workspace.contract.outside = [.init(path: "Tests/Snippets")]
        #expect(try await workspace.check().breaches == [])
    }

    @Test("a file that a target excludes is outside every target")
    func excludedFile() async throws {
        var workspace = MiniatureWorkspace()
        workspace.files["Tests/CoreTests/Snippets/Wrong.swift"] = "import Anything"
        workspace.manifest["CoreTests"].exclude = ["Snippets"]

        let found = try await workspace.check().breaches
        #expect(found.map(\.file) == ["Tests/CoreTests/Snippets/Wrong.swift"])
    }

    @Test("an excluded file that is gone is a breach")
    func excludedNothing() async throws {
        var workspace = MiniatureWorkspace()
        workspace.manifest["CoreTests"].exclude = ["Snippets"]

        #expect(try await workspace.check().breaches.map(\.subject) == ["Tests/CoreTests/Snippets"])
    }

    @Test("an outside row without a Swift file is a breach")
    func idleOutside() async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract.outside = [.init(path: "Tests/Gone")]

        #expect(try await workspace.check().breaches.map(\.subject) == ["Tests/Gone"])
    }

    @Test("a rule that judges nothing is a breach")
    func idleRule() async throws {
        var workspace = MiniatureWorkspace()
        workspace.contract.words[0].scope = .init(kinds: ["adapter"])
        #expect(try await workspace.check().breaches.map(\.what) == ["the rule no-semaphores judged nothing"])

        workspace.contract.words = []
        workspace.files["Docs/adr/0001-one.md"] = nil
        workspace.files["Docs/adr/README.md"] = nil
        #expect(try await workspace.check().breaches.map(\.what) == ["the rule decisions judged nothing"])
    }

    @Test("an exception permits the breach that it names, and is a breach itself once it is unused")
    func exceptions() async throws {
        var workspace = MiniatureWorkspace()
        let file = "Modules/Core/More.swift"
        workspace.files[file] = "let semaphore = DispatchSemaphore(value: 0)"
        workspace.contract.exceptions = [.init(rule: "no-semaphores", file: file, subject: "DispatchSemaphore")]
        #expect(try await workspace.check().breaches == [])

        workspace.files[file] = "let semaphore = 0"
        let stale = try await workspace.check().breaches
        #expect(stale.map(\.what) == ["the exception of \(file) from no-semaphores is unused"])
    }

    @Test("an exception covers its own file, rule and subject only")
    func narrowException() async throws {
        var workspace = MiniatureWorkspace()
        workspace.files["Modules/Core/More.swift"] = "let semaphore = DispatchSemaphore(value: 0)"
        workspace.contract.exceptions = [
            .init(rule: "no-semaphores", file: "Modules/Core/Other.swift", subject: "DispatchSemaphore")
        ]

        #expect(try await workspace.check().breaches.map(\.rule).sorted() == ["exhaustive", "no-semaphores"])
    }
}
