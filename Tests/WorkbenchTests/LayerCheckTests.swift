import Foundation
import Testing

@testable import Workbench

/// This workspace with few of its files: enough for each breach that a test plants, and quick to check.
enum SmallWorkspace {
    private static let loaded = Task {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..").standardizedFileURL
        var workspace = try await Workspace.load(root.path)
        var folders: Set<String> = []
        workspace.files = workspace.files.filter {
            folders.insert($0.path.split(separator: "/").prefix(2).joined()).inserted
        }
        for index in workspace.manifest.targets.indices {
            let files = workspace.files.filter { workspace.manifest.targets[index].compiles($0.path) }
            let imported = Set(files.flatMap { $0.imports.map(\.module) })
            workspace.manifest.targets[index].dependencies.removeAll { !imported.contains($0) }
        }
        return workspace
    }

    private static let checked = Task { LayerCheck(workspace: try await load()).breaches().map(\.text) }

    static func load() async throws -> Workspace { try await loaded.value }

    /// The texts of the breaches that are due to the missing files.
    static func breaches() async throws -> [String] { try await checked.value }
}

@Suite("Layer check")
struct LayerCheckTests {
    struct Plant: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let files: [String: String]
        /// Dependencies that Package.swift gets too.
        let dependencies: [String: String]
        /// The rules of the breaches, in the order of their files.
        let rules: [String]
        let fix: String

        init(
            _ name: String, _ files: [String: String], dependencies: [String: String] = [:], _ rules: String...,
            fix: String
        ) {
            (testDescription, self.files, self.dependencies, self.rules, self.fix) = (
                name, files, dependencies, rules, fix
            )
        }
    }

    /// The texts of the breaches that `change` adds.
    private func breaches(after change: (inout Workspace) throws -> Void) async throws -> [Breach] {
        var workspace = try await SmallWorkspace.load()
        let before = try await SmallWorkspace.breaches()
        try change(&workspace)
        return LayerCheck(workspace: workspace).breaches().filter { !before.contains($0.text) }
    }

    private func breaches(of plant: Plant) async throws -> [Breach] {
        try await breaches { workspace in
            let reader = try SourceReader(contract: workspace.contract)
            for (path, text) in plant.files { workspace.files.append(reader.read(text, at: path)) }
            for (name, module) in plant.dependencies {
                let index = try #require(workspace.manifest.targets.firstIndex { $0.name == name })
                workspace.manifest.targets[index].dependencies.append(module)
            }
        }
    }

    static let plants = [
        Plant(
            "Services imports Networking", ["Modules/Services/Plant.swift": "import Networking"], "layers",
            fix: "Declare a port in Services"),
        Plant(
            "Presentation imports RemoteServices, and Package.swift lists it",
            ["Modules/Presentation/Plant.swift": "import RemoteServices"],
            dependencies: ["Presentation": "RemoteServices"],
            "layers", fix: "Declare a port in Presentation"),
        Plant(
            "Presentation imports Networking, and Package.swift lists it",
            ["Modules/Presentation/Plant.swift": "import Networking"], dependencies: ["Presentation": "Networking"],
            "layers", fix: "Declare a port in Presentation"),
        Plant(
            "the command-line app imports a package of an adapter", ["Apps/Demo/Plant.swift": "import GRDB"],
            "packages",
            fix: "Use it through Modules/Adapters/SQLitePersistence"),
        Plant(
            "global state", ["Modules/Networking/Plant.swift": "struct A {\n    static let shared = A()\n}"],
            "no-global-state", fix: "pass it in from the composition root"),
        Plant(
            "an unsafe global variable", ["Modules/Networking/Plant.swift": "nonisolated(unsafe) var count = 0"],
            "no-global-state", fix: "pass it in from the composition root"),
        Plant(
            "the composition root imports doubles", ["Apps/Composition/Plant.swift": "import TestSupport"], "layers",
            fix: "Delete the import, because TestSupport is for tests"),
        Plant(
            "a system module under a condition",
            ["Modules/Models/Plant.swift": "#if canImport(UIKit)\n    import UIKit\n#endif"], "packages",
            fix: "add a row with an owner"),
        Plant(
            "a folder without a target",
            ["Modules/Plant/A.swift": "struct A {}", "Modules/Plant/B/B.swift": "struct B {}"], "manifest",
            fix: "Add a target with this path"),
        Plant(
            "a secret in a trace", ["Apps/Demo/Trace/Plant.swift": "let text = \"\\(token.reveal())\""],
            "no-revealed-secrets", fix: "Pass the Secret on"),
        Plant(
            "a command imports Networking", ["Apps/Demo/Commands/Plant/Plant.swift": "import Networking"], "layers",
            fix: "Use a service, or move the code to Composition"),
        Plant(
            "a command imports RemoteServices", ["Apps/Demo/Commands/Plant/Plant.swift": "import RemoteServices"],
            "layers", fix: "Use a service, or move the code to Composition"),
        Plant(
            "a screen imports the container", ["Apps/AppleDemo/Plant.swift": "import DependencyInjection"], "layers",
            fix: "Use a service or a view model"),
        Plant(
            "a cycle between folders",
            [
                "Modules/Services/Left/Left.swift": "public struct Left {\n    let right: Right\n}",
                "Modules/Services/Right/Right.swift": "public struct Right {\n    var left: [Left]\n}",
            ], "cycles", fix: "Left → Right (Right in Left/Left.swift), Right → Left (Left in Right/Right.swift)"),
        Plant(
            "a feature names a type of another one",
            [
                "Modules/Services/Plums/Plums.swift": "", "Modules/Services/Pears/Pears.swift": "",
                "Apps/Demo/Commands/Plums/Plum.swift": "struct PlumOutput {}",
                "Apps/Demo/Commands/Pears/Pear.swift": "let output = PlumOutput()",
            ], "features", fix: "Move PlumOutput out of the folder Plums"),
        Plant(
            "a fourth unchecked type",
            [
                "Modules/Models/Plant.swift": String(
                    repeating: "// Unchecked because …\nfinal class A: @unchecked Sendable {}\n", count: 4)
            ], "no-unchecked-sendable", fix: "Put the state behind a Mutex"),
        Plant(
            "an unchecked type without its reason",
            ["Modules/Models/Plant.swift": "// Fast.\nfinal class A: @unchecked Sendable {}"], "no-unchecked-sendable",
            fix: "say on the line above what makes it safe"),
        Plant(
            "a module that tests its own imports", ["Modules/Models/Plant.swift": "@testable import Foundation"],
            "no-testable-imports", fix: "Delete @testable"),
    ]

    @Test("a planted breach is one message with its fix", arguments: plants)
    func planted(plant: Plant) async throws {
        let found = try await breaches(of: plant)
        #expect(found.map(\.rule) == plant.rules)
        let breach = try #require(found.first)
        #expect(breach.message.contains(plant.fix), "\(breach.text)")
        #expect(plant.files.keys.contains { $0.hasPrefix(breach.file) })
    }

    /// For each rule of the contract, a folder that it covers, and code for each of its patterns.
    static let words: [(rule: String, folder: String, code: [String])] = [
        (
            "no-global-state", "Modules/Networking",
            [
                "static let shared = 1", "nonisolated(unsafe) let a = 1", "static var count: Int = 0",
                "private var count = 0", "static let lock = Mutex(0)",
            ]
        ),
        ("no-unchecked-sendable", "Apps/Demo", ["struct A: @unchecked Sendable {}"]),
        (
            "no-hidden-imports", "Modules/Networking",
            ["@_exported import Foundation", "@_implementationOnly import Foundation"]
        ),
        ("no-testable-imports", "Modules/Networking", ["@testable import Foundation"]),
        ("no-hard-coded-urls", "Modules/Networking", ["let base = \"https://api.example.com/v2\""]),
        ("no-revealed-secrets", "Modules/Networking", ["token.reveal()"]),
        (
            "no-blocking", "Modules/Adapters/NIOTransport",
            [
                "DispatchSemaphore(value: 0)", "let group: DispatchGroup", "NSCondition()",
                "Thread.sleep(forTimeInterval: 1)", "usleep(1)", "try future.wait()", "process.waitUntilExit()",
            ]
        ),
        (
            "async-preferred", "Modules/Services",
            ["func load(completion: () -> Void)", "save(completionHandler: done)"]
        ),
        (
            "errors-handled", "Apps/Composition",
            ["try? await send()", "do { } catch { }", "do { } catch {\n    // Nothing.\n}"]
        ),
        ("no-crash", "Apps/Demo", ["fatalError()", "try! decode()", "a as! String"]),
        ("no-resolving-in-apps", "Apps/AppleDemo", ["try await scope.resolve(.files)"]),
        (
            "no-sleeping-tests", "Tests/ModelsTests",
            ["try await Task.sleep(for: .seconds(1))", "Thread.sleep(forTimeInterval: 1)", "usleep(1)"]
        ),
    ]

    @Test("each pattern of a word rule finds its planted code, and nothing in comments", arguments: words.map(\.rule))
    func patterns(rule: String) async throws {
        let (_, folder, code) = try #require(Self.words.first { $0.rule == rule })
        for text in code {
            let path = "\(folder)/Plant.swift"
            let found = try await breaches(of: Plant("", [path: text], fix: "")).filter { $0.rule != "packages" }
            #expect(found.map(\.rule) == [rule], "\(text)")
            let commented = "// " + text.replacing("\n", with: "\n// ")
            #expect(try await breaches(of: Plant("", [path: commented], fix: "")).isEmpty, "\(text)")
        }
    }

    @Test("every pattern of the contract has planted code")
    func everyPattern() async throws {
        for row in try await SmallWorkspace.load().contract.words {
            let code = Self.words.first { $0.rule == row.id }?.code ?? []
            for pattern in row.patterns {
                let expression = try Pattern("(?m)(\(pattern))")
                #expect(code.contains { !expression.ranges(in: $0).isEmpty }, "\(row.id): \(pattern)")
            }
        }
    }

    @Test("an import without a dependency is found, and so is a dependency without an import")
    func manifest() async throws {
        let found = try await breaches { workspace in
            workspace.files.append(
                try SourceReader(contract: workspace.contract).read("import Models", at: "Modules/Services/Plant.swift")
            )
            for index in workspace.manifest.targets.indices {
                if workspace.manifest.targets[index].name == "Services" {
                    workspace.manifest.targets[index].dependencies = []
                }
                if workspace.manifest.targets[index].name == "Models" {
                    workspace.manifest.targets[index].dependencies.append("Services")
                }
            }
        }
        let messages = found.map(\.message)
        #expect(messages.contains { $0.hasPrefix("Services imports Models without a dependency") })
        #expect(messages.contains { $0.hasPrefix("Models depends on Services and does not import it") })
        #expect(messages.count == 2)
    }

    @Test("code that the contract allows is no breach")
    func allowed() async throws {
        let files = [
            "Apps/Composition/SlowCallInterceptor.swift": "import HTTPTypes",
            "Tests/ModelsTests/Plant.swift": "import Testing",
            "Modules/Networking/Plant.swift": """
            // https://example.com, fatalError() and .reveal()
            let schemes = "fatalError() and .reveal()"  /* try! */
            @TaskLocal static var current: Int?
            static var count: Int { 1 }
            """,
        ]
        let plant = Plant("", files, dependencies: ["Composition": "HTTPTypes"], fix: "")
        #expect(try await breaches(of: plant).map(\.text) == [])
    }

    @Test("rows and exceptions that match nothing are found")
    func idle() async throws {
        let found = try await breaches { workspace in
            workspace.contractText = workspace.contractText
                .replacing("\"Modules/Models\"]", with: "\"Modules/Modles\"]")
                .replacing("\"modules\": [\"SwiftUI\"]", with: "\"modules\": [\"UIKit\"]")
                .replacing("[\"Apps/Demo\", \"Apps/AppleDemo\"], \"patterns\"", with: "[\"Apps/Dmeo\"], \"patterns\"")
                .replacing(
                    "\"exceptions\": [",
                    with: """
                        "exceptions": [
                            { "rules": ["no-crash"], "files": ["Modules/Models/None.swift"], "reason": "" },
                        """)
            workspace.contract = try LayerContract(json: workspace.contractText)
        }.filter { $0.rule == "contract" }.map(\.message)
        for what in [
            "the layer Modules/Modles", "no Swift file imports UIKit", "no-resolving-in-apps", "Models/None.swift",
        ] {
            #expect(found.contains { $0.contains(what) }, "\(what)")
        }
    }

    @Test("a row without its reason is an invalid contract")
    func invalid() {
        #expect(throws: WorkbenchError.self) { try LayerContract(json: "{ \"layers\": [{ \"folders\": [\"A\"] }] }") }
    }
}
