// swift-tools-version: 6.2
import PackageDescription

/// Measures the cost of the layers against the libraries below them. A separate package, so that the template builds without
/// it: `make bench`.

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

func ours(_ name: String) -> Target.Dependency { .product(name: name, package: "Strata") }
func nio(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-nio") }

let package = Package(
    name: "Benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "Strata", path: "../.."),
        .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
        .package(url: "https://github.com/apple/swift-http-types", .upToNextMinor(from: "1.8.0")),
        .package(url: "https://github.com/apple/swift-nio", .upToNextMinor(from: "2.101.2")),
        .package(url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0")),
        .package(url: "https://github.com/swift-server/async-http-client", .upToNextMinor(from: "1.37.0")),
    ],
    targets: [
        .target(name: "AllocationCounter", path: "AllocationCounter"),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "AllocationCounter", ours("Primitives"), ours("Models"), ours("Networking"), ours("HTTPCaching"),
                ours("Transfers"), ours("RemoteServices"), ours("DependencyInjection"), ours("NIOTransport"),
                ours("Persistence"), ours("SQLitePersistence"), .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"), nio("NIOCore"), nio("NIOPosix"),
                nio("NIOFoundationCompat"), nio("NIOHTTP1"),
            ],
            path: "Benchmarks", swiftSettings: settings),
        .executableTarget(
            name: "response-server", dependencies: [nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1")],
            path: "ResponseServer", swiftSettings: settings),
        .executableTarget(name: "foundation-hello", path: "FoundationHello", swiftSettings: settings),
    ]
)
