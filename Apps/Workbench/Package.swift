// swift-tools-version: 6.2
import PackageDescription

// The workbench as a separate package: `make layers` builds this one, because it needs no other module and only one of
// the workspace's dependencies. The workspace's Package.swift has the same target for its tests.

let package = Package(
    name: "Workbench",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "workbench", targets: ["Workbench"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2"))
    ],
    targets: [
        .executableTarget(
            name: "Workbench",
            dependencies: [.product(name: "ArgumentParser", package: "swift-argument-parser")],
            path: "Sources",
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
            ])
    ]
)
