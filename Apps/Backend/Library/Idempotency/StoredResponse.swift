import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationEssentialsCompat

/// A response that can be replayed.
struct StoredResponse: Equatable, Sendable {
    let status: Int
    /// Header fields by name, without those that outer middleware adds to each response, such as the request id.
    let fields: [String: String]
    let body: Data

    init(status: HTTPResponse.Status, headers: HTTPFields, body: ByteBuffer) {
        self.status = status.code
        fields = Dictionary(headers.map { ($0.name.rawName, $0.value) }, uniquingKeysWith: { "\($0), \($1)" })
        self.body = Data(body.readableBytesView)
    }

    init(row: Row) throws {
        status = row["status"]
        fields = try JSONDecoder().decode([String: String].self, from: Data((row["fields"] as String).utf8))
        body = row["body"]
    }

    func response() -> Response {
        var headers: HTTPFields = [.idempotencyReplayed: "true"]
        for (name, value) in fields {
            if let name = HTTPField.Name(name) { headers[name] = value }
        }
        return Response(
            status: HTTPResponse.Status(code: status), headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(data: body)))
    }
}
