import Testing

@testable import Workbench

@Suite("Source reader")
struct SourceReaderTests {
    private func read(_ text: String) throws -> SourceFile {
        let contract = try LayerContract(
            json: #"{ "layers": [], "packages": [], "words": [], "base": [], "exceptions": [] }"#)
        return try SourceReader(contract: contract).read(text, at: "A.swift")
    }

    @Test(
        "imports are found with attributes, access levels and kinds, under every condition, but not in texts and comments"
    )
    func imports() throws {
        let file = try read(
            #"""
            // import A
            /* import B
            import C */
            public import D
            @testable import E
            @preconcurrency internal import struct F.G
            #if os(Linux)
                import H
            #else
                import I
            #endif
            let text = """
                import J
                """
            let raw = #"import "K" "#  // "
            import L
            """#)
        #expect(file.imports.map(\.module) == ["D", "E", "F", "H", "I", "L"])
        #expect(file.imports.map(\.line) == [4, 5, 6, 8, 10, 16])
    }

    @Test("types outside other types that other files can name")
    func types() throws {
        let file = try read(
            """
            public final class A {
                struct Inner {}
            }
            @MainActor protocol B {}
            private enum Hidden {}
            extension C { struct D {} }
            package typealias E = Int
            """)
        #expect(file.types == ["A", "B", "E"])
    }

    @Test("the words of code and of texts are separate, and an interpolation is code")
    func words() throws {
        let file = try read(#"let a = "text \(code) " + b  // comment"#)
        #expect(file.words.isSuperset(of: ["let", "a", "code", "b"]))
        #expect(file.words.isDisjoint(with: ["text", "comment"]))
        #expect(file.textWords.contains("text"))
    }
}
