import Testing

@testable import Workbench

@Suite struct ManifestSourceTests {
    private let source = ManifestSource(
        text: """
            let core = Target.Dependency.target(name: "Core")
            let package = Package(
                products: [.library(name: "Core", targets: ["Core"])],
                dependencies: [.package(url: "https://example.com/Vendor-Kit.git", from: "1.0.0")],
                targets: [
                    .target(name: "Core", path: "Modules/Core"),
                    module("Feature", dependencies: ["Core", .product(name: "Kit", package: "vendor-kit")]),
                ])
            """)

    @Test("a target's line is the line of its declaration")
    func targets() {
        #expect(source.line(ofTarget: "Core") == 6)
        #expect(source.line(ofTarget: "Feature") == 7)
        #expect(source.line(ofTarget: "Gone") == 1)
    }

    @Test("a package's line is the line of its address, in upper or lower case")
    func packages() {
        #expect(source.line(ofPackage: "vendor-kit") == 4)
        #expect(source.line(ofPackage: "gone") == 1)
    }
}
