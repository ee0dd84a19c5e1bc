import Testing

@testable import Workbench

/// One fault is one breach with one fix, although several rules can see the fault.
@Suite struct OneBreachTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let rule: String
        let fix: String
        let plant: @Sendable (inout MiniatureWorkspace) -> Void

        init(
            _ name: String, _ rule: String, fix: String, plant: @escaping @Sendable (inout MiniatureWorkspace) -> Void
        ) {
            (testDescription, self.rule, self.fix, self.plant) = (name, rule, fix, plant)
        }
    }

    static let faults = [
        Fault(
            "an import of a higher layer", "imports",
            fix: "Declare a port in Core, and implement it in a target that may import both"
        ) { $0.append("import Feature", to: "Modules/Core/Core.swift") },
        Fault(
            "an import of a higher layer with a dependency", "imports",
            fix: "Move what Feature uses of Tool into a module"
        ) { workspace in
            workspace.append("import Tool", to: "Modules/Feature/Feature.swift")
            workspace.manifest["Feature"].dependencies.append(.target("Tool"))
        },
        Fault("a test import of a double", "imports", fix: "Remove the import; Doubles is for tests only") {
            workspace in
            workspace.append("@testable import Doubles", to: "Apps/Tool/Tool.swift")
            workspace.manifest["Tool"].dependencies.append(.target("Doubles"))
        },
        Fault("a hidden import", "imports", fix: "Use the port that Core implements; Root chooses the implementation") {
            $0.contract["Core"].kind = "adapter"
            $0.contract["Core"].imports = []
            $0.contract["Feature"].imports = []
            $0.contract["Tool"].imports = ["Feature"]
            $0.contract.compositionRoot = "Root"
            $0.files["Modules/Feature/Feature.swift"] = "@_exported import Core"
            $0.manifest["Tool"].dependencies = [.target("Feature")]
            $0.files["Apps/Tool/Tool.swift"] = "import Feature"
        },
        Fault("a package of another module", "owners", fix: "Use it through a port that Core implements") {
            $0.append("import VendorKit", to: "Modules/Feature/Feature.swift")
        },
        Fault(
            "a dependency that nothing imports", "manifest",
            fix: "Delete it from Package.swift and from the row's imports"
        ) {
            $0.files["Apps/Tool/Tool.swift"] = "import Feature"
        },
        Fault("a dependency that no row allows", "manifest", fix: "Delete it from Package.swift") {
            $0.manifest["Feature"].dependencies.append(.target("Doubles"))
        },
        Fault("a row that lists a target without a row", "imports", fix: "Delete \"Ghost\" from the list") {
            $0.contract["Core"].imports = ["Ghost"]
        },
        Fault("a target without a row", "exhaustive", fix: "Add a row with its path, kind, reason and imports") {
            $0.contract.targets.removeAll { $0.target == "Doubles" }
        },
        Fault("an unused package", "manifest", fix: "Delete the package from Package.swift") {
            $0.manifest.packages.append("spare-kit")
        },
        Fault(
            "an unsafe global variable", "globals",
            fix: "Make it a property of the type that needs it, and pass it in from the composition root"
        ) { $0.append("nonisolated(unsafe) var counter = 0", to: "Modules/Feature/More.swift") },
        Fault("code that two rows forbid", "no-semaphores", fix: "Leave it out") {
            var second = $0.contract.words[0]
            second.id = "no-semaphores-either"
            $0.contract.words.append(second)
            $0.append("let semaphore = DispatchSemaphore(value: 0)", to: "Modules/Core/More.swift")
        },
    ]

    @Test("a fault is one breach with one fix", arguments: faults)
    func one(fault: Fault) async throws {
        var workspace = MiniatureWorkspace()
        fault.plant(&workspace)

        let found = try await workspace.check().breaches
        #expect(found.map(\.rule) == [fault.rule])
        #expect(found.map(\.fix) == [fault.fix])
    }

    @Test("a message leaves the case of names as it is")
    func names() async throws {
        var workspace = MiniatureWorkspace()
        workspace.append("var counter = 0", to: "Modules/Feature/More.swift")

        #expect(try await workspace.check().text.contains("globals: counter is a stored global variable."))
    }
}
