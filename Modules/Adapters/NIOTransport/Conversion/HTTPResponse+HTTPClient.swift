import HTTPTypes
import NIOHTTP1

extension HTTPResponse {
    /// The head of a response, with its reason phrase and all fields in their order, including duplicates.
    init(_ status: HTTPResponseStatus, _ headers: HTTPHeaders) {
        var fields = HTTPFields()
        fields.reserveCapacity(headers.count)
        for (name, value) in headers {
            // Never fails: the parser refuses names that are not tokens.
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        self.init(
            status: Status(code: Int(status.code), reasonPhrase: status.reasonPhrase), headerFields: fields)
    }
}
