import Foundation

/// The features of the app, which Docs/features.json lists.
struct FeatureList: Codable, Sendable, Equatable {
    static let path = "Docs/features.json"

    /// The comment at the top of the file.
    var about: [String]
    var features: [Feature]

    var names: [String] { features.map(\.name) }
    /// The feature that `make feature` copies.
    var template: Feature? { features.first { $0.template != nil } }

    init(about: [String] = [], features: [Feature] = []) {
        self.about = about
        self.features = features
    }

    /// - Throws: ``FeatureError/unreadableList(_:)``.
    init(text: String) throws {
        do {
            self = try JSONDecoder().decode(Self.self, from: Data(text.utf8))
        } catch let error as DecodingError {
            throw FeatureError.unreadableList(error.localizedDescription)
        }
    }

    /// JSON with one line for each feature, so that two features that are added at the same time merge.
    var text: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            func lines(_ values: [some Encodable]) throws -> String {
                let lines = try values.map { "\n    " + String(decoding: try encoder.encode($0), as: UTF8.self) }
                return lines.isEmpty ? "[]" : "[" + lines.joined(separator: ",") + "\n  ]"
            }
            return """
                {
                  "about": \(try lines(about)),
                  "features": \(try lines(features))
                }

                """
        }
    }

    /// The features with these names.
    ///
    /// - Throws: ``FeatureError/unknownFeature(_:known:)``.
    func features(named names: [String]) throws -> [Feature] {
        try names.map { name in
            guard let feature = features.first(where: { $0.name == name || $0.singular == name }) else {
                throw FeatureError.unknownFeature(name, known: self.names)
            }
            return feature
        }
    }
}
