// swift-tools-version: 6.2
import PackageDescription

/// An app outside the workspace, made of its modules by their public API alone. It depends on the modules that it names
/// and on no adapter, so building it builds those and nothing else.
///
/// A package that is found by its path is known by the name of its folder, which in a clone may be any.
let workspace = Context.packageDirectory.split(separator: "/").dropLast(2).last.map(String.init) ?? "Strata"

let modules = [
    "Primitives", "Models", "Networking", "Persistence", "Services", "RemoteServices", "DependencyInjection",
]

let package = Package(
    name: "OutsideApp",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(path: "../.."),
        .package(url: "https://github.com/apple/swift-http-types", .upToNextMinor(from: "1.8.0")),
    ],
    targets: [
        .executableTarget(
            name: "OutsideApp",
            dependencies: modules.map { .product(name: $0, package: workspace) } + [
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
