import HTTPTypes
import NIOHTTP1

extension HTTPResponse {
    /// The head of a response: the reason as it was sent, all fields in their order, duplicates included.
    init(_ status: HTTPResponseStatus, _ headers: HTTPHeaders) {
        var fields = HTTPFields()
        fields.reserveCapacity(headers.count)
        for (name, value) in headers {
            // The parser lets no name pass that is not a token.
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        self.init(
            status: Status(code: Int(status.code), reasonPhrase: status.reasonPhrase), headerFields: fields)
    }
}
