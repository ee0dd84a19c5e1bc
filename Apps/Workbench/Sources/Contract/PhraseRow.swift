/// A phrase that prose must replace with another: a rule that is all data.
///
/// The row includes its own test. Every pattern must match one of the ``breach`` sentences, and no pattern may match a
/// ``clean`` one. Otherwise the check does not start.
struct PhraseRow: Decodable, Sendable {
    enum Place: String, Decodable, Sendable, CaseIterable {
        /// Markdown outside code.
        case documents
        /// Documentation and ordinary comments.
        case comments
        /// String literals of more than one word.
        case strings
    }

    let id: String
    /// Regular expressions without regard to case. Each matches whole words, and a space in it matches a line break.
    let patterns: [String]
    /// The replacement.
    let say: String
    let reason: String
    /// Whether `workbench check` judges the row; `workbench check --vocabulary` judges every row.
    let enforced: Bool
    /// Where the row applies.
    let places: [Place]
    let breach: [String]
    let clean: [String]

    private enum CodingKeys: String, CodingKey {
        case id, patterns, say, reason, enforced, places, breach, clean
    }

    init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(besides: CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(String.self, forKey: .id)
        patterns = try container.decode([String].self, forKey: .patterns)
        say = try container.decode(String.self, forKey: .say)
        reason = try container.decode(String.self, forKey: .reason)
        enforced = try container.decode(Bool.self, forKey: .enforced)
        places = try container.decodeIfPresent([Place].self, forKey: .places) ?? Place.allCases
        breach = try container.decode([String].self, forKey: .breach)
        clean = try container.decode([String].self, forKey: .clean)
    }
}
