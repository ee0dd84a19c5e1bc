// swift-tools-version: 6.2
import PackageDescription

/// The smallest app outside the workspace, which README.md shows: two modules, and the trait that NIOTransport needs.
let package = Package(
    name: "TinyApp",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Strata", path: "../..", traits: ["Adapters"])],
    targets: [
        .executableTarget(
            name: "TinyApp",
            dependencies: [
                .product(name: "Networking", package: "Strata"), .product(name: "NIOTransport", package: "Strata"),
            ])
    ]
)
