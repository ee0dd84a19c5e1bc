import Foundation

/// Docs/layers.json: what Package.swift can't say about this workspace.
struct LayerContract: Decodable, Sendable {
    static let path = "Docs/layers.json"

    /// Names in a string with spaces, or in several.
    struct Names: Decodable, Sendable {
        let all: [String]

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            let texts = try (try? container.decode([String].self)) ?? [container.decode(String.self)]
            all = texts.flatMap { $0.split(separator: " ").map(String.init) }
        }
    }

    /// The targets that the files below some folders may import; `*` is all of them.
    struct Layer: Decodable, Sendable {
        let folders, imports: Names
        let `is`: String
        /// Instead of the usual advice.
        let fix: String?
    }

    /// Where the modules of a package or of the system may be imported. Tests may import what Package.swift lists for them.
    struct Package: Decodable, Sendable {
        let modules: Names
        /// The module's folder that alone uses a package, so that replacing the package changes one module.
        let owner: String?
        /// Other folders, or patterns of paths.
        let folders: Names?
        let `is`: String

        /// The owner and the other folders; empty if every file may import the modules.
        var places: [String] { (owner.map { [$0] } ?? []) + (folders?.all ?? []) }
    }

    /// Code that is forbidden below some folders.
    struct Words: Decodable, Sendable {
        let id, why, fix: String
        let patterns: [String]
        let folders: Names
        let except: Names?
        /// Whether the patterns apply to the texts of string literals, too.
        let inStrings: Bool?
        /// So many are allowed in the workspace, each below a comment that begins with `comment`.
        let limit: Int?
        let comment: String?

        func covers(_ path: String) -> Bool { path.isBelow(folders.all) && !path.isBelow(except?.all ?? []) }
    }

    /// Breaches that are allowed in some files or folders, or in modules for the rule `cycles`.
    struct Exception: Decodable, Sendable {
        let rules, files: Names
        /// Modules or words; all of them unless stated.
        let subjects: Names?
        let why: String
    }

    let layers: [Layer]
    /// The modules of the engine, if it is another package: layers name them as they do targets of this one.
    var engine: Names?
    let packages: [Package]
    let words: [Words]
    /// Folders of Modules/Services that belong to the base. All others there are features.
    let base: Names
    let exceptions: [Exception]

    init(json: String) throws(WorkbenchError) {
        do {
            self = try JSONDecoder().decode(LayerContract.self, from: Data(json.utf8))
        } catch {
            throw WorkbenchError("\(Self.path) is not a valid layer contract: \(error).")
        }
    }

    /// The row with the longest folder that contains `path`, and that folder.
    func layer(of path: String) -> (folder: String, row: Layer)? {
        let rows = layers.flatMap { row in row.folders.all.filter { path.isBelow([$0]) }.map { (folder: $0, row: row) }
        }
        return rows.max { $0.folder.count < $1.folder.count }
    }
}
