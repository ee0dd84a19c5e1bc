import Foundation

/// Which paths an upgrade changes, as Docs/template.json lists them.
struct Ownership: Decodable, Sendable {
    static let path = "Docs/template.json"

    struct Row: Decodable, Sendable {
        /// A file, or a folder with everything below it.
        let path: String
        let reason: String
    }

    let template: [Row]
    let team: [Row]

    init(template: [Row], team: [Row]) {
        (self.template, self.team) = (template, team)
    }

    /// - Throws: ``UpgradeError/unreadableOwnership(_:)``.
    init(text: String) throws {
        do {
            self = try JSONDecoder().decode(Ownership.self, from: Data(text.utf8))
        } catch let error as DecodingError {
            throw UpgradeError.unreadableOwnership(error.localizedDescription)
        }
    }

    /// Whether an upgrade may change a path. The longest row that contains it decides; a path without a row is the
    /// team's, because only the team can have added it.
    func isTemplates(_ path: String) -> Bool {
        let length = { (rows: [Row]) in rows.filter { $0.contains(path) }.map(\.path.count).max() ?? 0 }
        return length(template) > length(team)
    }
}

extension Ownership.Row {
    fileprivate func contains(_ path: String) -> Bool {
        path == self.path || path.hasPrefix(self.path + "/")
    }
}
