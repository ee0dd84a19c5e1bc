/// Finds the names that a new name would clash with.
struct NameRules: Sendable {
    let manifest: Manifest
    /// The Swift files, which are read only as code: words in comments and texts are no clash.
    let sources: [(path: String, text: String)]

    /// Refuses a name that is taken, and a name that occurs in an identifier, because the next rename would change that
    /// identifier too.
    ///
    /// - Throws: ``NameRefusal``.
    func check(_ name: ProjectName, replacing old: ProjectName) throws(NameRefusal) {
        guard name != old else { throw .same(name.title) }
        for (kind, names) in taken {
            // File systems and SwiftPM's package identities ignore case.
            if let other = names.first(where: { $0.lowercased() == name.lower }) {
                throw .taken(name.title, by: other, kind: kind)
            }
        }
        for (path, text) in sources {
            // Most files don't contain the name, and lexing them all would take seconds.
            guard text.lowercased().contains(name.lower),
                let token = Lexer(text).tokens.first(where: {
                    $0.kind == .word && $0.text.lowercased().contains(name.lower)
                })
            else { continue }
            throw .used(name.title, identifier: token.text, file: path, line: token.line)
        }
    }

    private var taken: [(kind: String, names: [String])] {
        [
            ("module of this workspace", manifest.targets.map(\.name)),
            ("product of this workspace", Array(manifest.executables)),
            ("module that this workspace depends on", Array(manifest.products)),
            ("module of the Swift toolchain or of Apple's platforms", Self.systemModules),
        ]
    }

    private static let systemModules = [
        "AppKit", "Builtin", "Combine", "CoreFoundation", "CryptoKit", "Cxx", "Darwin", "Dispatch", "Distributed",
        "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking", "FoundationXML",
        "Glibc", "Musl", "Network", "Observation", "PackageDescription", "PackagePlugin", "RegexBuilder", "Security",
        "StoreKit", "Swift", "SwiftData", "SwiftUI", "Synchronization", "Testing", "UIKit", "WidgetKit", "WinSDK",
        "XCTest",
    ]
}
