/// The output of `strata api --json`.
struct ResponseOutput: Encodable {
    let status: Int
    /// Pairs of name and value in order, because a field may appear more than once.
    let headers: [[String]]
    let body: Body
    let requestID: String
    let attempts: Int

    enum CodingKeys: String, CodingKey {
        case status, headers, body, attempts
        case requestID = "request_id"
    }

    /// The body in the first of these forms that fits.
    enum Body: Encodable {
        case json(JSONValue)
        case text(String)
        case base64(String)

        private enum CodingKeys: String, CodingKey {
            case json, text, base64
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .json(let value): try container.encode(value, forKey: .json)
            case .text(let text): try container.encode(text, forKey: .text)
            case .base64(let text): try container.encode(text, forKey: .base64)
            }
        }
    }
}
