/// `{"status":"ok"}`.
struct HealthBody: Encodable, Sendable {
    let status: String

    private enum CodingKeys: String, CodingKey {
        case status
    }
}
