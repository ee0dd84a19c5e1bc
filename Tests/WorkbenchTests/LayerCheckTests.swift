import Foundation
import Testing

@testable import Workbench

/// This workspace, read once. Tests replace its files or pages.
enum ThisWorkspace {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    private static let loaded = Result { try Workspace(root: root.standardizedFileURL.path) }

    /// - Parameter engine: a module that belongs to another package.
    static func load(engine: String? = nil) throws -> Workspace {
        var workspace = try loaded.get()
        if let engine {
            let json = Data("\"\(engine)\"".utf8)
            workspace.contract.engine = try JSONDecoder().decode(LayerContract.Names.self, from: json)
            workspace.manifest.targets.removeAll { $0.name == engine }
        }
        return workspace
    }
}

/// Plants breaches of Docs/layers.json and Package.swift.
@Suite struct LayerCheckTests {
    /// The breaches in a workspace that has only these files, and whose targets have only this dependency.
    private func breaches(
        in files: [String: String], granting dependency: String? = nil, engine: String? = nil
    ) throws -> [Breach] {
        var workspace = try ThisWorkspace.load(engine: engine)
        let reader = try SourceReader(contract: workspace.contract)
        workspace.files = files.map { reader.read($0.value, at: $0.key) }
        for index in workspace.manifest.targets.indices {
            workspace.manifest.targets[index].dependencies = dependency.map { [$0] } ?? []
        }
        // The rest of the contract and of Package.swift is idle without its files.
        return LayerCheck(workspace: workspace).breaches().filter { breach in
            files.keys.contains { $0.hasPrefix(breach.file) }
        }
    }

    @Test(
        "a forbidden import is found even if Package.swift grants it",
        arguments: [
            ("Modules/Services", "Networking", "layers", "Declare a port in Services"),
            ("Modules/Presentation", "RemoteServices", "layers", "Declare a port in Presentation"),
            ("Modules/Presentation", "Networking", "layers", "Declare a port in Presentation"),
            ("Modules/Services", "NIOTransport", "layers", "Use the port that NIOTransport implements"),
            ("Apps/Composition", "TestSupport", "layers", "Delete the import, because TestSupport is for tests"),
            ("Apps/Demo/Commands/Plant", "Networking", "layers", "Use a service, or move the code to Composition"),
            ("Apps/Demo/Commands/Plant", "RemoteServices", "layers", "Use a service, or move the code to Composition"),
            ("Apps/Demo/Commands/Plant", "Lab", "layers", "Use a service"),
            ("Apps/CommandLine", "GraphQL", "layers", "Get the value from Composition"),
            ("Apps/Lab", "SQLitePersistence", "layers", "Get the value from Composition"),
            ("Apps/AppleDemo", "DependencyInjection", "layers", "Use a service or a view model"),
            ("Apps/Demo", "GRDB", "packages", "Use it through Modules/Adapters/SQLitePersistence"),
            ("Modules/Models", "SwiftUI", "packages", "Move the code to Apps/AppleDemo"),
            ("Modules/Models", "UIKit", "packages", "add a row with an owner"),
        ])
    func imports(folder: String, module: String, rule: String, fix: String) throws {
        let code = "#if canImport(\(module))\n    @preconcurrency public import \(module)\n#endif"
        let found = try breaches(in: ["\(folder)/Plant.swift": code], granting: module)
        #expect(found.map(\.rule) == [rule] && found[0].message.contains(fix), "\(found.map(\.text))")
        #expect(found[0].text.hasPrefix("\(folder)/Plant.swift:2: "))
    }

    @Test("a module of an engine that is another package keeps its layer")
    func engine() throws {
        for (folder, rules) in [("Modules/Services", ["layers"]), ("Modules/RemoteServices", [])] {
            let found = try breaches(
                in: ["\(folder)/Plant.swift": "import Networking"], granting: "Networking", engine: "Networking")
            #expect(found.map(\.rule) == rules, "\(folder)")
        }
    }

    @Test("lines that end with CR LF are lines")
    func lineEnds() throws {
        let code = "// A comment\r\n\r\nimport GRDB\r\nlet text = \"\"\"\r\n    a\r\n    \"\"\"\r\n"
        let found = try breaches(in: ["Apps/Demo/Plant.swift": code], granting: "GRDB")
        #expect(found.map(\.rule) == ["packages"] && found[0].text.hasPrefix("Apps/Demo/Plant.swift:3: "))
    }

    @Test("an import without a dependency is found, and a dependency without an import, on its line of Package.swift")
    func manifest() throws {
        let missing = try breaches(in: ["Modules/Services/Plant.swift": "import Models"])
        #expect(
            missing.map(\.rule) == ["manifest"] && missing[0].message.contains("Fix: Add Models to its dependencies"))
        var workspace = try ThisWorkspace.load()
        workspace.files = []
        workspace.manifest.targets.removeAll { $0.name != "Services" }
        let unused = try #require(
            LayerCheck(workspace: workspace).breaches().first { $0.message.hasPrefix("Services depends on Models") })
        #expect(unused.message.contains("Fix: Delete Models from its dependencies"))
        let line = workspace.manifest.text.components(separatedBy: "\n")[unused.line - 1]
        #expect(line.contains("\"Services\"") && line.contains("\"Models\""))
    }

    @Test(
        "planted structure is one message with its fix",
        arguments: [
            (["Modules/Plant/A.swift": "", "Modules/Plant/B/B.swift": ""], "manifest", "Add a target with this path"),
            (
                [
                    "Modules/Services/Left/Left.swift": "public struct Left {\n    let right: Right\n}",
                    "Modules/Services/Right/Right.swift": "public struct Right {\n    var left: [Left]\n}",
                    "Modules/Services/User/User.swift": "struct User {\n    let left: Left\n}",
                ], "cycles",
                "alone: Left → Right (Right in Left/Left.swift), Right → Left (Left in Right/Right.swift). Fix"
            ),
            (
                [
                    "Modules/Services/Plums/Plums.swift": "", "Modules/Services/Pears/Pears.swift": "",
                    "Apps/Demo/Commands/Plums/Plum.swift": "struct PlumOutput {}",
                    "Apps/Demo/Commands/Pears/Pear.swift": "let output = PlumOutput()",
                ], "features", "Move PlumOutput out of the folder Plums"
            ),
            (
                [
                    "Modules/Services/Plums/Plums.swift": "public struct Plum {}\nstruct PlumRules {}",
                    "Modules/Services/Pears/Pears.swift": "let plum: Plum\nlet rules: PlumRules",
                ], "features", "Move PlumRules out of the folder Plums"
            ),
            (
                [
                    "Modules/Models/A.swift": String(
                        repeating: "// Unchecked because …\nclass A: @unchecked Sendable {}\n", count: 4)
                ], "no-unchecked-sendable", "exceeds the limit of 3"
            ),
            (
                ["Modules/Models/A.swift": "// Fast.\nclass A: @unchecked Sendable {}"], "no-unchecked-sendable",
                "say on the line above what makes it safe"
            ),
        ])
    func structure(files: [String: String], rule: String, fix: String) throws {
        let found = try breaches(in: files)
        #expect(found.map(\.rule) == [rule] && found[0].message.contains(fix), "\(found.map(\.text))")
        let breach = try #require(found.first)
        guard rule == "features" else { return }
        let lines = try #require(files[breach.file]).components(separatedBy: "\n")
        #expect(lines[breach.line - 1].contains(breach.subject), "the line of the use")
    }

    /// For each word rule, a folder that it covers, and code that it forbids.
    static let words = [
        ("no-global-state", "Modules/Networking", "static let shared = 1"),
        ("no-global-state", "Modules/Networking", "nonisolated(unsafe) var count = 0"),
        ("no-global-state", "Modules/Networking", "static var count: Int = 0"),
        ("no-global-state", "Modules/Networking", "private var count = 0"),
        ("no-global-state", "Modules/Networking", "static let lock = Mutex(0)"),
        ("no-global-state", "Modules/Networking", "static let instance = Store()"),
        ("no-global-state", "Modules/Networking", "private let lock = Mutex(0)"),
        ("no-global-state", "Modules/Networking", "@MainActor var count = 0"),
        ("no-unchecked-sendable", "Apps/Demo", "struct A: @unchecked Sendable {}"),
        ("no-hidden-imports", "Modules/Networking", "@_exported import Foundation"),
        ("no-hidden-imports", "Modules/Networking", "@_implementationOnly import Foundation"),
        ("no-testable-imports", "Modules/Networking", "@testable import Foundation"),
        ("no-hard-coded-urls", "Modules/Networking", "let base = \"https://api.example.com/v2\""),
        ("no-revealed-secrets", "Apps/CommandLine/Trace", "let text = \"\\(token.reveal())\""),
        ("no-user-defaults", "Modules/Networking", "UserDefaults.standard.set(token, forKey: key)"),
        ("no-user-defaults", "Apps/AppleDemo", "@AppStorage(\"token\") private var token = empty"),
        ("no-effects-in-the-domain", "Modules/Services", "FileManager.default.removeItem(at: url)"),
        ("no-effects-in-the-domain", "Modules/Models", "try Data(contentsOf: url)"),
        ("no-effects-in-the-domain", "Modules/Presentation", "try data.write(to: url)"),
        ("no-effects-in-the-domain", "Modules/Services", "print(user)"),
        ("no-blocking", "Modules/Adapters/NIOTransport", "DispatchSemaphore(value: 0)"),
        ("no-blocking", "Modules/Adapters/NIOTransport", "let group: DispatchGroup"),
        ("no-blocking", "Modules/Adapters/NIOTransport", "NSCondition()"),
        ("no-blocking", "Modules/Adapters/NIOTransport", "Thread.sleep(forTimeInterval: 1)"),
        ("no-blocking", "Modules/Adapters/NIOTransport", "usleep(1)"),
        ("no-blocking", "Modules/Adapters/NIOTransport", "try future.wait()"),
        ("no-blocking", "Modules/Adapters/NIOTransport", "process.waitUntilExit()"),
        ("async-preferred", "Modules/Services", "func load(completion: () -> Void)"),
        ("async-preferred", "Modules/Services", "save(completionHandler: done)"),
        ("errors-handled", "Apps/Composition", "try? await send()"),
        ("errors-handled", "Apps/Composition", "do { } catch { }"),
        ("errors-handled", "Apps/Composition", "do { } catch {\n    // Nothing.\n}"),
        ("no-crash", "Apps/Demo", "fatalError()"),
        ("no-crash", "Apps/Demo", "try! decode()"),
        ("no-crash", "Apps/Demo", "a as! String"),
        ("no-resolving-in-apps", "Apps/Lab/Tour", "try scope.resolve(.files)"),
        ("no-resolving-in-apps", "Apps/AppleDemo", "try app.value(.files)"),
        ("no-sleeping-tests", "Tests/ModelsTests", "try await Task.sleep(for: .seconds(1))"),
        ("no-sleeping-tests", "Tests/ModelsTests", "Thread.sleep(forTimeInterval: 1)"),
        ("no-sleeping-tests", "Tests/ModelsTests", "usleep(1)"),
        ("no-sleeping-tests", "Tests/ModelsTests", "try await ContinuousClock().sleep(for: .seconds(1))"),
        ("no-sleeping-tests", "Tests/ModelsTests", "queue.asyncAfter(deadline: .now() + 1) {}"),
    ]

    @Test("a forbidden word is found with the rule's fix, and not in a comment", arguments: words)
    func word(rule: String, folder: String, code: String) throws {
        let row = try #require(ThisWorkspace.load().contract.words.first { $0.id == rule })
        let found = try breaches(in: ["\(folder)/Plant.swift": code])
        #expect(found.map(\.rule) == [rule] && found[0].message.contains("Fix: \(row.fix)"))
        let comment = "// " + code.replacing("\n", with: "\n// ")
        #expect(try breaches(in: ["\(folder)/Plant.swift": comment]).isEmpty)
    }

    @Test("every word rule of the contract has planted code")
    func everyRule() throws {
        #expect(try Set(ThisWorkspace.load().contract.words.map(\.id)) == Set(Self.words.map(\.0)))
    }

    @Test("code that the contract allows is no breach")
    func allowed() throws {
        let files = [
            "Apps/Composition/SlowCallInterceptor.swift": "import HTTPTypes",
            "Tests/ModelsTests/Plant.swift": "import Testing",
            "Modules/Networking/Plant.swift": """
            // https://example.com, fatalError() and .reveal()
            /* import UIKit */
            let raw = #"import "UIKit" "#  // import UIKit
            let schemes = "fatalError() and try! a"  /* try! */
            @TaskLocal static var current: Int?
            static var count: Int { 1 }
            """,
            "Modules/Services/Plant.swift": "items.append(contentsOf: more)",
        ]
        #expect(try breaches(in: files, granting: "HTTPTypes").map(\.text) == [])
    }

    @Test("what the contract names in vain is found")
    func idle() throws {
        var workspace = try ThisWorkspace.load()
        workspace.files.removeAll {
            $0.path.isBelow([
                "Modules/Models", "Modules/EngineContracts", "Modules/ContractSuites", "Apps/AppleDemo", "Tests",
            ])
        }
        let found = LayerCheck(workspace: workspace).breaches().filter { $0.rule == "contract" }.map(\.message)
        for what in [
            "the layer Modules/Models", "imports SwiftUI", "no-sleeping-tests", "Models/Auth/Credentials.swift",
        ] {
            #expect(found.contains { $0.contains(what) }, "\(what)")
        }
        #expect(throws: WorkbenchError.self) { try LayerContract(json: "{ \"layers\": [{ \"folders\": \"A\" }] }") }
    }
}
