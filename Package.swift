// swift-tools-version: 6.2
import PackageDescription

/// One list for every target. Warnings become errors if STRATA_STRICT is set (`.ci/run`), so that a newer
/// compiler's new warnings don't break the build of a clone.
let settings: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"), .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ] + (Context.environment["STRATA_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)])

func module(
    _ name: String, at path: String? = nil, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [],
    plugins: [Target.PluginUsage] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: path ?? "Modules/\(name)", resources: resources,
        swiftSettings: settings, plugins: plugins)
}

func adapter(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    module(name, at: "Modules/Adapters/\(name)", dependencies)
}

func app(
    _ name: String, at path: String, _ dependencies: [Target.Dependency], plugins: [Target.PluginUsage] = []
) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: path, swiftSettings: settings, plugins: plugins)
}

func tests(_ name: String, at path: String? = nil, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, path: path ?? "Tests/\(name)", swiftSettings: settings)
}

// MARK: Third-party products. Docs/layers.json lists which target may use which product.

// A package that depends on this one chooses its traits. With `traits: []` it resolves swift-http-types and nothing else.
let forApps = TargetDependencyCondition.when(traits: ["Apps"])
let forAdapters = TargetDependencyCondition.when(traits: ["Adapters"])

let asyncAlgorithms = Target.Dependency.product(
    name: "AsyncAlgorithms", package: "swift-async-algorithms", condition: forAdapters)
let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: forApps)
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift", condition: forAdapters)
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
/// Apple's platforms have it in the system.
let systemPackage = Target.Dependency.product(
    name: "SystemPackage", package: "swift-system", condition: .when(platforms: [.linux], traits: ["Apps"]))
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess", condition: forApps)

let package = Package(
    name: "Strata",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18)],
    traits: [
        .default(enabledTraits: ["Apps"]),
        .trait(
            name: "Adapters",
            description: "NIOTransport, SQLitePersistence, Digests, Observability, Presentation and Composition"),
        .trait(
            name: "Apps", description: "The command-line apps and the sample backend", enabledTraits: ["Adapters"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", .upToNextMinor(from: "1.8.2")),
        .package(url: "https://github.com/apple/swift-async-algorithms", .upToNextMinor(from: "1.1.4")),
        .package(url: "https://github.com/apple/swift-http-types", .upToNextMinor(from: "1.8.0")),
        .package(url: "https://github.com/apple/swift-system", .upToNextMinor(from: "1.8.1")),
        .package(url: "https://github.com/groue/GRDB.swift", .upToNextMinor(from: "7.10.0")),
        .package(url: "https://github.com/swiftlang/swift-subprocess", .upToNextMinor(from: "1.0.2")),
    ],
    targets: [
        // MARK: The app's modules, from the bottom up
        module("Models", ["Primitives"]),
        module("Persistence", ["Primitives", "Models"]),
        module("Services", ["Primitives", "Models"]),
        module(
            "RemoteServices",
            [
                "Primitives", "Models", "Networking", "HTTPCaching", "Transfers", "GraphQL", "Persistence", "Services",
            ]),
        module("Presentation", ["Primitives", "Models", "Services", asyncAlgorithms]),
        adapter("SQLitePersistence", ["Primitives", "Files", "Models", "Transfers", "Persistence", grdb]),
        module(
            "TestSupport",
            [
                "Primitives", "Models", "Networking", "Persistence", "Services", "RemoteServices", "EngineTestSupport",
                httpTypes,
            ]),
        module(
            "ContractSuites",
            [
                "Primitives", "Models", "Networking", "Persistence", "Services", "RemoteServices", "EngineTestSupport",
                "EngineContracts", "TestSupport",
            ]),

        // MARK: Apps
        .plugin(name: "BuildVersion", capability: .buildTool(), path: "Apps/BuildVersion"),
        module(
            "Composition", at: "Apps/Composition",
            [
                "Primitives", "Models", "Networking", "HTTPCaching", "TransportSecurity", "Persistence", "Services",
                "DependencyInjection",
                // An iOS app does not build SwiftNIO.
                .target(name: "NIOTransport", condition: .when(platforms: [.linux, .macOS])), "URLSessionTransport",
                "SQLitePersistence", "Digests", "RemoteServices", "Transfers",
            ]),
        module(
            "CommandLine", at: "Apps/CommandLine",
            [
                "Primitives", "Models", "Networking", "Transfers", "TransportSecurity", "Persistence", "Services",
                "RemoteServices", "Observability", "Composition", argumentParser,
            ],
            plugins: ["BuildVersion"]),
        app(
            "strata", at: "Apps/Demo",
            ["Primitives", "Models", "Services", "Composition", "CommandLine", "Lab", argumentParser]),
        app(
            "AppleDemo", at: "Apps/AppleDemo",
            ["Primitives", "Models", "Services", "Presentation", "Composition"]),
        app("Workbench", at: "Apps/Workbench", []),

        // MARK: The app's tests
        module("SnippetCompiler", at: "Tests/SnippetCompiler"),
        tests("ModelsTests", ["Models", "EngineTestSupport", "TestSupport"]),
        tests(
            "PresentationTests",
            ["Primitives", "Models", "Services", "Presentation", "EngineTestSupport", "TestSupport"]),
        tests(
            "PersistenceTests",
            [
                "Primitives", "Models", "Persistence", "EngineTestSupport", "EngineContracts", "TestSupport",
                "ContractSuites",
            ]),
        tests(
            "ServicesTests",
            [
                "Primitives", "Models", "Services", "EngineTestSupport", "EngineContracts", "TestSupport",
                "ContractSuites",
            ]),
        tests(
            "RemoteServicesTests",
            [
                "Primitives", "Models", "Networking", "HTTPCaching", "Transfers", "GraphQL", "Persistence", "Services",
                "DependencyInjection", "Files", "NIOTransport", "RemoteServices", "Composition", "EngineTestSupport",
                "EngineContracts", "TestSupport", "ContractSuites", "InProcessBackend", "SnippetCompiler", httpTypes,
            ]),
        tests(
            "CompositionTests",
            [
                "Primitives", "Models", "Networking", "HTTPCaching", "Transfers", "Persistence", "Services",
                "DependencyInjection", "RemoteServices", "EngineTestSupport", "TestSupport", "Composition",
                "SnippetCompiler", httpTypes,
            ]),
        tests(
            "DemoTests",
            [
                "Primitives", "Models", "Networking", "HTTPCaching", "TransportSecurity", "DependencyInjection",
                "NIOTransport", "RemoteServices", "EngineTestSupport", "TestSupport", "Composition", "CommandLine",
                "Lab", "strata", "RawSocketServer", "Backend", "strata-backend", "OneFile", argumentParser, httpTypes,
                subprocess, systemPackage,
            ]),
        tests(
            "AppleDemoTests",
            [
                "Primitives", "Models", "Networking", "Services", "DependencyInjection", "EngineTestSupport",
                "TestSupport", "Composition", "AppleDemo",
            ]),
        tests(
            "SQLitePersistenceTests",
            [
                "Primitives", "Models", "Transfers", "Persistence", "SQLitePersistence", "EngineTestSupport",
                "EngineContracts", "TestSupport", "ContractSuites", grdb,
            ]),
    ]
)

// An app's own modules have these names too, and SwiftPM refuses a name that the products of two packages have. So the
// template offers them only to `make bench`; `make rename` makes them products of the app.
if Context.environment["STRATA_APP_PRODUCTS"] != nil {
    package.products += [.executable(name: "strata", targets: ["strata"])]
    package.products += [
        "Models", "Persistence", "Services", "Presentation", "RemoteServices", "SQLitePersistence", "TestSupport",
        "ContractSuites", "Composition",
    ].map { .library(name: $0, targets: [$0]) }
}

// MARK: Parts: each is one paragraph, and `make strip-sample` removes some

// Part: engine
let engine = [
    "Primitives", "Files", "Networking", "HTTPCaching", "Transfers", "GraphQL", "TransportSecurity",
    "DependencyInjection", "NIOTransport", "URLSessionTransport", "Observability", "Digests", "EngineTestSupport",
    "EngineContracts", "RawSocketServer",
]
func nio(_ name: String) -> Target.Dependency { .product(name: name, package: "swift-nio", condition: forAdapters) }
let logging = Target.Dependency.product(name: "Logging", package: "swift-log", condition: forAdapters)
let coreMetrics = Target.Dependency.product(name: "CoreMetrics", package: "swift-metrics", condition: forAdapters)
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl", condition: forAdapters)
let tracing = Target.Dependency.product(name: "Tracing", package: "swift-distributed-tracing", condition: forAdapters)
package.products += engine.map { .library(name: $0, targets: [$0]) }
package.dependencies += [
    .package(url: "https://github.com/apple/swift-distributed-tracing", .upToNextMinor(from: "1.7.3")),
    .package(url: "https://github.com/apple/swift-log", .upToNextMinor(from: "1.16.2")),
    .package(url: "https://github.com/apple/swift-metrics", .upToNextMinor(from: "2.13.0")),
    .package(url: "https://github.com/apple/swift-nio", .upToNextMinor(from: "2.101.2")),
    .package(url: "https://github.com/apple/swift-nio-ssl", .upToNextMinor(from: "2.37.6")),
]
package.targets += [
    module("Primitives"),
    module("Files"),
    module("Networking", ["Primitives", "Files", httpTypes]),
    module("HTTPCaching", ["Primitives", "Networking", httpTypes]),
    module("Transfers", ["Primitives", "Files", "Networking", httpTypes]),
    module("GraphQL", ["Primitives", "Networking"]),
    module("TransportSecurity", ["Primitives"]),
    module("DependencyInjection"),
    .systemLibrary(
        name: "CZlib", path: "Modules/Adapters/CZlib", providers: [.apt(["zlib1g-dev"]), .yum(["zlib-devel"])]),
    adapter(
        "NIOTransport",
        [
            "Primitives", "Networking", "TransportSecurity", "CZlib", httpTypes, nio("NIOCore"), nio("NIOPosix"),
            nio("NIOHTTP1"), nio("NIOTLS"), nio("NIOFoundationCompat"), nioSSL,
        ]),
    adapter(
        "URLSessionTransport",
        [
            "Primitives", "Files", "Networking", "Transfers", "TransportSecurity", httpTypes,
        ]),
    adapter("Observability", ["Primitives", "Networking", httpTypes, logging, coreMetrics, tracing]),
    .systemLibrary(
        name: "CLibcrypto", path: "Modules/Adapters/CLibcrypto",
        providers: [.apt(["libssl-dev"]), .yum(["openssl-devel"])]),
    adapter("Digests", ["Primitives", .target(name: "CLibcrypto", condition: .when(platforms: [.linux]))]),
    module("EngineTestSupport", ["Primitives", "Networking", "HTTPCaching", httpTypes]),
    module(
        "EngineContracts",
        ["Primitives", "Networking", "HTTPCaching", "Transfers", "EngineTestSupport", httpTypes]),
    module("RawSocketServer", at: "Tests/RawSocketServer", [nio("NIOCore"), nio("NIOPosix")]),
]

// Part: template
package.targets += [
    app("OneFile", at: "Apps/OneFile", [argumentParser]),
    tests("WorkbenchTests", ["Workbench"]),
]

// Part: lab
package.targets += [
    module(
        "Lab", at: "Apps/Lab",
        [
            "Primitives", "Models", "Networking", "Transfers", "GraphQL", "Persistence", "Services", "Presentation",
            "RemoteServices", "Composition", "CommandLine", argumentParser, subprocess, systemPackage,
        ],
        resources: [.copy("Resources/Uploads/avatar.png")])
]

// Part: engine-tests
package.targets += [
    tests("FilesTests", ["Files", "EngineTestSupport"]),
    tests("PrimitivesTests", ["Primitives", "EngineTestSupport", "EngineContracts"]),
    tests(
        "NetworkingTests",
        [
            "Primitives", "Networking", "EngineTestSupport", "EngineContracts", "NetworkingTestSupport",
            "NetworkSimulation", httpTypes,
        ]),
    tests(
        "HTTPCachingTests",
        [
            "Primitives", "Networking", "HTTPCaching", "EngineTestSupport", "EngineContracts", "NetworkingTestSupport",
            httpTypes,
        ]),
    tests(
        "GraphQLTests",
        [
            "Primitives", "Networking", "HTTPCaching", "GraphQL", "EngineTestSupport", "NetworkingTestSupport",
            httpTypes,
        ]),
    tests("TransportSecurityTests", ["Primitives", "TransportSecurity", "EngineTestSupport", "SnippetCompiler"]),
    tests("DependencyInjectionTests", ["DependencyInjection"]),
    tests(
        "NIOTransportTests",
        [
            "Primitives", "Networking", "TransportSecurity", "NIOTransport", "EngineTestSupport", "EngineContracts",
            "RawSocketServer", "ContractServers", httpTypes, nio("NIOCore"), nio("NIOEmbedded"), nio("NIOHTTP1"),
            nio("NIOPosix"), nioSSL,
        ]),
    tests(
        "URLSessionTransportTests",
        [
            "Primitives", "Networking", "Transfers", "TransportSecurity", "URLSessionTransport", "EngineTestSupport",
            "EngineContracts", "RawSocketServer", "ContractServers", httpTypes,
        ]),
    tests(
        "DigestsTests",
        [
            "Primitives", "Networking", "Digests", "EngineContracts",
        ]),
    app(
        "TransferChild", at: "Tests/TransferChild",
        ["Primitives", "Networking", "Transfers", "Digests", "NIOTransport"]),
    tests(
        "TransfersTests",
        [
            "Primitives", "Files", "Networking", "Transfers", "Digests", "EngineTestSupport", "EngineContracts",
            "RawSocketServer", "NetworkingTestSupport", "TransferChild", httpTypes,
        ]),
    tests(
        "ObservabilityTests",
        [
            "Networking", "Observability", "EngineTestSupport", httpTypes, logging, tracing,
            .product(name: "InMemoryLogging", package: "swift-log", condition: forAdapters),
            .product(name: "MetricsTestKit", package: "swift-metrics", condition: forAdapters),
            .product(name: "InMemoryTracing", package: "swift-distributed-tracing", condition: forAdapters),
        ]),
    module(
        "NetworkingTestSupport", at: "Tests/NetworkingTestSupport",
        ["Primitives", "Networking", "EngineTestSupport", httpTypes]),
    module(
        "ContractServers", at: "Tests/ContractServers",
        [
            "Primitives", "Networking", "TransportSecurity", "EngineTestSupport", "EngineContracts", "RawSocketServer",
            httpTypes, nio("NIOCore"), nioSSL,
        ]),
]

// Part: simulation
package.targets += [
    module(
        "NetworkSimulation", ["Primitives", "Networking", "HTTPCaching", "EngineTestSupport", "TestSupport", httpTypes])
]

// Part: scenarios
package.targets += [
    tests(
        "NetworkSimulationTests",
        [
            "Primitives", "Networking", "Transfers", "EngineTestSupport", "EngineContracts", "TestSupport",
            "NetworkSimulation", httpTypes,
        ])
]

// Part: fuzz
package.targets += [
    app(
        "TransportFuzzer", at: "Tests/TransportFuzzer",
        [
            "Primitives", "Networking", "NIOTransport", "RawSocketServer", httpTypes,
        ]),
    tests("TransportFuzzTests", ["TransportFuzzer"]),
]

// Part: conformance
package.targets += [
    tests(
        "ConformanceTests", at: "Tests/Conformance/Tests",
        [
            "Primitives", "Networking", "HTTPCaching", "Transfers", "GraphQL", "NIOTransport", "URLSessionTransport",
            "EngineTestSupport", httpTypes,
        ])
]

// Part: backend
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird", condition: forApps)
package.dependencies += [
    .package(url: "https://github.com/apple/swift-nio-extras", .upToNextMinor(from: "1.35.2")),
    .package(url: "https://github.com/hummingbird-project/hummingbird", .upToNextMinor(from: "2.28.1")),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", .upToNextMinor(from: "2.13.0")),
]
package.targets += [
    module(
        "Backend", at: "Apps/Backend/Library",
        [
            hummingbird, .product(name: "HummingbirdCore", package: "hummingbird", condition: forApps), grdb,
            .target(name: "CLibcrypto", condition: .when(platforms: [.linux])), nio("NIOCore"), nio("NIOHTTP1"),
            nio("NIOFoundationEssentialsCompat"),
            .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: forApps),
            .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: forApps), httpTypes, logging,
            .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: forApps),
        ]),
    app(
        "strata-backend", at: "Apps/Backend/Command",
        [
            "Backend", argumentParser,
            .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: forApps),
        ],
        plugins: ["BuildVersion"]),
    module("BackendLauncher", at: "Tests/BackendLauncher", ["Backend"]),
    module(
        "InProcessBackend", at: "Tests/InProcessBackend", ["Backend", "Networking", "EngineTestSupport", httpTypes]),
    tests(
        "BackendTests",
        [
            "Backend", "strata-backend", "BackendLauncher", grdb, httpTypes, nio("NIOCore"), nio("NIOPosix"), logging,
        ]),
    tests(
        "IntegrationTests",
        [
            "Primitives", "Models", "Networking", "HTTPCaching", "Transfers", "Persistence", "Services", "NIOTransport",
            "URLSessionTransport", "SQLitePersistence", "Observability", "RemoteServices", "EngineTestSupport",
            "RawSocketServer", "BackendLauncher", "NetworkSimulation", logging,
            .product(name: "InMemoryLogging", package: "swift-log", condition: forAdapters), httpTypes, coreMetrics,
            .product(name: "MetricsTestKit", package: "swift-metrics", condition: forAdapters), tracing,
            .product(name: "InMemoryTracing", package: "swift-distributed-tracing", condition: forAdapters),
        ]),
]
