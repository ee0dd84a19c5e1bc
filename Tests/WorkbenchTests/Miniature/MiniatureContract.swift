import Foundation

@testable import Workbench

/// The contract of a miniature workspace, as JSON.
struct MiniatureContract: Encodable {
    struct Row: Encodable {
        var target: String
        var path: String
        var kind: String
        var reason = "a layer of the miniature"
        var imports: [String] = []
        var packages: [String] = []
        var runs: [String] = []
    }

    struct Package: Encodable {
        var package: String
        var modules: [String]
        var reason = "a package of the miniature"
    }

    struct SharedPackages: Encodable {
        var packages: [String]
        var targets: [String]
        var reason = "it has no port"
    }

    struct Currency: Encodable {
        var module: String
        var targets: [String]
        var reason = "a type of its ports"
    }

    struct Scope: Encodable {
        var kinds: [String] = []
        var targets: [String] = []
    }

    struct SystemModules: Encodable {
        var modules: [String]
        var scope: Scope?
        var reason = "part of the toolchain"
    }

    struct Word: Encodable {
        var id: String
        var place: String
        var patterns: [String]
        var scope: Scope
        var reason = "It does not belong here"
        var fix = "Leave it out"
        var breach: String
        var clean: String
    }

    struct Outside: Encodable {
        var path: String
        var reason = "a test compiles it itself"
    }

    struct Exception: Encodable {
        var rule: String
        var file: String
        var subject: String
        var reason = "it is intended"
    }

    var targets = [
        Row(target: "Core", path: "Modules/Core", kind: "module", packages: ["vendor-kit"]),
        Row(target: "Feature", path: "Modules/Feature", kind: "module", imports: ["Core"]),
        Row(target: "Doubles", path: "Modules/Doubles", kind: "support", imports: ["Core"]),
        Row(target: "Tool", path: "Apps/Tool", kind: "app", imports: ["Core", "Feature"]),
        Row(target: "CoreTests", path: "Tests/CoreTests", kind: "test", imports: ["Core", "Doubles"]),
    ]
    var packages = [Package(package: "vendor-kit", modules: ["VendorKit"])]
    var sharedPackages: [SharedPackages] = []
    var compositionRoot = "Tool"
    var currency: [Currency] = []
    var systemModules = [
        SystemModules(modules: ["Foundation"]),
        SystemModules(modules: ["Testing"], scope: Scope(kinds: ["test"])),
    ]
    var words = [
        Word(
            id: "no-semaphores", place: "code", patterns: ["DispatchSemaphore"], scope: Scope(kinds: ["module"]),
            breach: "DispatchSemaphore(value: 0)", clean: "// no DispatchSemaphore")
    ]
    var documented = Scope(kinds: ["module"])
    var mutableTypes = ["Mutex"]
    var uncheckedSendableLimit = 3
    var outside: [Outside] = []
    var exceptions: [Exception] = []

    subscript(target: String) -> Row {
        get { targets.first { $0.target == target } ?? Row(target: target, path: "", kind: "module") }
        set {
            if let index = targets.firstIndex(where: { $0.target == target }) {
                targets[index] = newValue
            } else {
                targets.append(newValue)
            }
        }
    }

    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }
}
