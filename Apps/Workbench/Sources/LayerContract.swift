import Foundation

/// Docs/layers.json: what Package.swift can't say about this workspace.
struct LayerContract: Decodable, Sendable {
    static let path = "Docs/layers.json"

    /// The modules that the files below some folders may import. Of several rows, the one with the longest folder rules a file.
    struct Layer: Decodable, Sendable {
        let folders: [String]
        /// Targets of Package.swift, or `*` for all of them.
        let imports: [String]
        let reason: String
        /// Instead of the usual advice.
        let fix: String?
    }

    /// Where the modules of a package or of the system may be imported. Tests may import what Package.swift lists for them.
    struct Package: Decodable, Sendable {
        let modules: [String]
        /// The module's folder that alone uses a package, so that replacing the package changes one module.
        let owner: String?
        /// Folders of modules that exchange values of the package with its owner.
        let currency: [String]?
        /// Other folders, or patterns of paths; without an owner, all of them.
        let folders: [String]?
        let reason: String
    }

    /// Code that is forbidden below some folders.
    struct Words: Decodable, Sendable {
        enum Place: String, Decodable { case code, strings }

        let id: String
        let patterns: [String]
        let folders: [String]
        let except: [String]?
        /// `code` unless stated.
        let place: Place?
        /// So many are allowed in the workspace, each below a comment that begins with `comment`.
        let limit: Int?
        let comment: String?
        let reason: String
        let fix: String

        func covers(_ path: String) -> Bool { path.isBelow(folders) && !path.isBelow(except ?? []) }
    }

    /// Breaches that are allowed in some files or folders, or in modules for the rule `cycles`.
    struct Exception: Decodable, Sendable {
        let rules: [String]
        /// Modules or words; all of them unless stated.
        let subjects: [String]?
        let files: [String]
        let reason: String
    }

    let layers: [Layer]
    let packages: [Package]
    let words: [Words]
    /// Folders of Modules/Services that belong to the base. All others there are features.
    let base: [String]
    let exceptions: [Exception]

    init(json: String) throws(WorkbenchError) {
        let decoder = JSONDecoder()
        // A script that removes a feature deletes whole lines, so a comma may be left at the end of a list.
        decoder.allowsJSON5 = true
        do {
            self = try decoder.decode(LayerContract.self, from: Data(json.utf8))
        } catch {
            throw WorkbenchError("\(Self.path) is not a valid layer contract: \(error).")
        }
    }

    /// The row with the longest folder that contains `path`.
    func layer(of path: String) -> Layer? {
        let candidates = layers.flatMap { row in row.folders.filter { path.isBelow([$0]) }.map { ($0, row) } }
        return candidates.max { $0.0.count < $1.0.count }?.1
    }
}

extension String {
    /// Whether this path is one of these files, is in one of these folders, or matches one of these patterns.
    func isBelow(_ folders: [String]) -> Bool {
        folders.contains { folder in
            folder.contains("*") ? fnmatch(folder, self, 0) == 0 : self == folder || hasPrefix(folder + "/")
        }
    }

    var folder: String { split(separator: "/").dropLast().joined(separator: "/") }
    var lastComponent: String { split(separator: "/").last.map(String.init) ?? self }
}

/// Why a check could not run.
struct WorkbenchError: LocalizedError, Equatable {
    let errorDescription: String?

    init(_ description: String) { errorDescription = description }
}
