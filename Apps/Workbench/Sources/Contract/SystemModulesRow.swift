/// Modules of the toolchain or a platform.
struct SystemModulesRow: Decodable, Sendable {
    let modules: [String]
    /// The targets that may import them; `nil` for every target.
    let scope: Scope?
    let reason: String

    private enum CodingKeys: String, CodingKey {
        case modules, scope, reason
    }

    init(from decoder: any Decoder) throws {
        try decoder.refuseUnknownKeys(besides: CodingKeys.self)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        modules = try container.decode([String].self, forKey: .modules)
        scope = try container.decodeIfPresent(Scope.self, forKey: .scope)
        reason = try container.decode(String.self, forKey: .reason)
    }
}
