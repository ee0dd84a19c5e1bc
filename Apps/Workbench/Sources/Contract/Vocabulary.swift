import Foundation

/// The words that the workspace's prose avoids, as Docs/vocabulary.json lists them.
struct Vocabulary: Decodable, Sendable {
    static let path = "Docs/vocabulary.json"

    let phrases: [PhraseRow]

    /// - Throws: ``WorkspaceError/unreadableVocabulary(_:)``.
    init(text: String) throws {
        do {
            self = try JSONDecoder().decode(Vocabulary.self, from: Data(text.utf8))
        } catch let error as DecodingError {
            throw WorkspaceError.unreadableVocabulary(error.explanation)
        }
    }
}
