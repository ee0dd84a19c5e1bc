/// The JSON body of a refresh: `{"refresh_token"}`.
struct RefreshBody: Decodable, Sendable {
    let refreshToken: Field<String>

    private enum CodingKeys: String, CodingKey {
        case refreshToken = "refresh_token"
    }

    init(from decoder: any Decoder) throws {
        refreshToken = try decoder.container(keyedBy: CodingKeys.self).field(.refreshToken)
    }
}
