import Testing

@testable import Workbench

@Suite struct SourceReaderTests {
    @Test("imports, types and words are those of the code, under every condition")
    func read() throws {
        let contract = try LayerContract(
            json: #"{ "layers": [], "packages": [], "words": [], "base": "", "exceptions": [] }"#)
        let file = try SourceReader(contract: contract).read(
            #"""
            // import A
            /* import B
            import C */
            public import D
            @testable import E
            @preconcurrency internal import struct F.G
            #if os(Linux)
                import H
            #endif
            let text = """
                import I \(inner)
                """
            let raw = #"import "K" "#  // comment
            import L
            public final class M { struct Inner {} }
            @MainActor protocol N {}
            private enum Hidden {}
            package typealias O = Int
            """#, at: "A.swift")
        #expect(file.imports.map(\.module) == ["D", "E", "F", "H", "L"])
        #expect(file.imports.map(\.line) == [4, 5, 6, 8, 14])
        #expect(file.types == ["M", "N", "O"])
        #expect(
            file.words.isSuperset(of: ["text", "raw", "Inner"]) && file.words.isDisjoint(with: ["A", "C", "I", "K"]))
        #expect(file.allWords.isSuperset(of: ["I", "inner", "K"]) && !file.allWords.contains("comment"))
    }
}
