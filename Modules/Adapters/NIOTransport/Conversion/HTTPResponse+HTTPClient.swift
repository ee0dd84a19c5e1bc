import AsyncHTTPClient
import HTTPTypes
import NIOHTTP1

extension HTTPResponse {
    /// The head of a response: the reason as it was sent, all fields in their order, duplicates included.
    init(_ response: HTTPClientResponse) {
        var fields = HTTPFields()
        fields.reserveCapacity(response.headers.count)
        for (name, value) in response.headers {
            // The parser lets no name pass that is not a token.
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        let status = Status(code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase)
        self.init(status: status, headerFields: fields)
    }
}
