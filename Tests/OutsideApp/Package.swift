// swift-tools-version: 6.2
import PackageDescription

/// An app that has nothing of the workspace but the engine's modules, by their public API alone. It uses no adapter and enables
/// no trait, so it resolves no package but swift-http-types and builds only the modules that it names and those below them.
let modules = ["Primitives", "Networking", "DependencyInjection"]

let package = Package(
    name: "OutsideApp",
    platforms: [.macOS(.v15)],
    dependencies: [
        // With a name, the folder of the clone can have any name.
        .package(name: "Strata", path: "../..", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", .upToNextMinor(from: "1.8.0")),
    ],
    targets: [
        .executableTarget(
            name: "OutsideApp",
            dependencies: modules.map { .product(name: $0, package: "Strata") } + [
                .product(name: "HTTPTypes", package: "swift-http-types")
            ],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ])
    ]
)
