import Foundation

/// The names of the engine's public declarations, which apps of other packages use: a committed list, so that none
/// disappears unnoticed.
struct PublicAPI {
    static let path = "Docs/engine-api.txt"

    /// Such as `Networking.Session.send(_:)`, sorted.
    let declarations: [String]

    /// Compares with the committed list, or writes it. Returns what is wrong.
    func compare(in root: String, update: Bool) throws -> [String] {
        let file = URL(filePath: "\(root)/\(Self.path)")
        let text = FileManager.default.contents(atPath: file.path).map { String(decoding: $0, as: UTF8.self) }
        let old = (text ?? "").split(separator: "\n").map(String.init)
        let changelog = try String(contentsOfFile: "\(root)/Docs/CHANGELOG.md", encoding: .utf8)
        let newest = changelog.components(separatedBy: "\n## ").dropFirst().first ?? ""
        let gone = Set(old).subtracting(declarations).filter { !newest.contains("`\(Self.name(of: $0))") }
        guard gone.isEmpty else {
            return gone.sorted().map {
                "\($0) is not public any more, which breaks apps that use it. "
                    + "Fix: Name `\(Self.name(of: $0))` in the newest part of Docs/CHANGELOG.md, and say what replaces it."
            }
        }
        if update {
            try Data((declarations.joined(separator: "\n") + "\n").utf8).write(to: file, options: .atomic)
        } else if old != declarations {
            return ["the list is not up to date, so it can't show the next change. Fix: Run make api."]
        }
        return []
    }

    /// How a changelog names it: `Session.send`, without module and labels; for an initializer, the type.
    private static func name(of declaration: String) -> String {
        let names = declaration.prefix { $0 != "(" }.split(separator: ".").dropFirst()
        return names.filter { $0 != "init" }.suffix(2).joined(separator: ".")
    }
}

extension PublicAPI {
    /// - Parameter folder: the symbol graphs of the modules, as `.ci/symbols` writes them.
    init(symbols folder: String) throws {
        struct Graph: Decodable {
            struct Symbol: Decodable { let pathComponents: [String] }
            let symbols: [Symbol]
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".symbols.json") }
        let names = try files.flatMap { file -> [String] in
            // Extensions of another module's types are in a file such as Networking@Swift.symbols.json.
            let module = String(file.prefix { $0 != "." && $0 != "@" })
            let data = try Data(contentsOf: URL(filePath: "\(folder)/\(file)"))
            return try JSONDecoder().decode(Graph.self, from: data).symbols
                .map { ([module] + $0.pathComponents).joined(separator: ".") }
        }
        declarations = Set(names).sorted()
    }
}
