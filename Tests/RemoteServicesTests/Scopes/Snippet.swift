import Foundation
import SnippetCompiler

/// One file of `Snippets`.
struct Snippet {
    static var folder: URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Snippets", directoryHint: .isDirectory)
    }

    /// The file with the endpoints that all snippets use.
    static let endpoints = "Item.swift"

    let name: String

    init(_ name: String) {
        self.name = name
    }

    private var file: URL { Self.folder.appending(path: name) }

    /// The expected diagnostic, from the file's first line.
    var expectedDiagnostic: String? {
        get throws {
            let firstLine = try String(contentsOf: file, encoding: .utf8).prefix { !$0.isNewline }
            let marker = "// The compiler says: "
            return firstLine.hasPrefix(marker) ? String(firstLine.dropFirst(marker.count)) : nil
        }
    }

    func typecheck(by compiler: SnippetCompiler) async throws -> SnippetCompiler.Outcome {
        try await compiler.typecheck([file, Self.folder.appending(path: Self.endpoints)])
    }
}
