/// A set of targets, by kind or name.
struct Scope: Decodable, Sendable {
    let kinds: [TargetRow.Kind]
    let targets: [String]

    private enum CodingKeys: String, CodingKey {
        case kinds, targets
    }

    init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(besides: CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        kinds = try container.decodeIfPresent([TargetRow.Kind].self, forKey: .kinds) ?? []
        targets = try container.decodeIfPresent([String].self, forKey: .targets) ?? []
    }

    func contains(_ row: TargetRow) -> Bool {
        kinds.contains(row.kind) || targets.contains(row.target)
    }
}
