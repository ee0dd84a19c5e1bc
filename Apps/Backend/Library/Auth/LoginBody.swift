/// The JSON body of a login: `{"email", "password"}`.
struct LoginBody: Decodable, Sendable {
    let email: Field<String>
    let password: Field<String>

    private enum CodingKeys: String, CodingKey {
        case email
        case password
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        email = container.field(.email)
        password = container.field(.password)
    }
}
