import Foundation

@testable import Workbench

/// Package.swift of a miniature workspace, as source and as the dump that SwiftPM prints for it.
struct MiniatureManifest {
    struct Target {
        var name: String
        var path: String
        var kind: ManifestTarget.Kind
        var dependencies: [ManifestDependency] = []
        var exclude: [String] = []
    }

    var packages = ["vendor-kit"]
    var targets: [Target] = [
        Target(
            name: "Core", path: "Modules/Core", kind: .regular,
            dependencies: [.product("VendorKit", package: "vendor-kit")]),
        Target(name: "Feature", path: "Modules/Feature", kind: .regular, dependencies: [.target("Core")]),
        Target(name: "Doubles", path: "Modules/Doubles", kind: .regular, dependencies: [.target("Core")]),
        Target(
            name: "Tool", path: "Apps/Tool", kind: .executable, dependencies: [.target("Core"), .target("Feature")]),
        Target(
            name: "CoreTests", path: "Tests/CoreTests", kind: .test,
            dependencies: [.target("Core"), .target("Doubles")]),
    ]

    subscript(name: String) -> Target {
        get { targets.first { $0.name == name } ?? Target(name: name, path: "", kind: .regular) }
        set {
            if let index = targets.firstIndex(where: { $0.name == name }) {
                targets[index] = newValue
            } else {
                targets.append(newValue)
            }
        }
    }

    // MARK: Source

    var source: String {
        let packageLines = packages.map { "        .package(url: \"https://example.com/\($0)\", from: \"1.0.0\"),\n" }
        let targetLines = targets.map { target in
            let dependencies = target.dependencies.map(source(of:)).joined(separator: ", ")
            let exclude = target.exclude.map { "\"\($0)\"" }.joined(separator: ", ")
            return "        .\(target.function)(name: \"\(target.name)\", dependencies: [\(dependencies)], "
                + "path: \"\(target.path)\", exclude: [\(exclude)]),\n"
        }
        return """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "Miniature",
                products: [.executable(name: "tool", targets: ["Tool"])],
                dependencies: [
            \(packageLines.joined())    ],
                targets: [
            \(targetLines.joined())    ]
            )
            """
    }

    private func source(of dependency: ManifestDependency) -> String {
        switch dependency {
        case .target(let name): "\"\(name)\""
        case .product(let name, let package?): ".product(name: \"\(name)\", package: \"\(package)\")"
        case .product(let name, package: nil): "\"\(name)\""
        }
    }

    // MARK: Dump

    var dump: String {
        get throws {
            let object: [String: Any] = [
                "name": "Miniature",
                "products": [["name": "tool", "targets": ["Tool"], "type": ["executable": NSNull()]] as [String: Any]],
                "dependencies": packages.map { ["sourceControl": [["identity": $0]]] },
                "targets": targets.map { target in
                    [
                        "name": target.name, "type": target.kind.rawValue, "path": target.path,
                        "exclude": target.exclude, "resources": [String](),
                        "dependencies": target.dependencies.map(dump(of:)),
                    ] as [String: Any]
                },
            ]
            return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
        }
    }

    private func dump(of dependency: ManifestDependency) -> [String: [Any]] {
        switch dependency {
        case .target(let name): ["byName": [name, NSNull()]]
        case .product(let name, let package?): ["product": [name, package, NSNull(), NSNull()]]
        case .product(let name, package: nil): ["byName": [name, NSNull()]]
        }
    }
}

extension MiniatureManifest.Target {
    fileprivate var function: String {
        switch kind {
        case .executable: "executableTarget"
        case .test: "testTarget"
        default: "target"
        }
    }
}
