public import Foundation
public import HTTPTypes
public import Networking

extension ServerResponse {
    /// A response with a complete body.
    public static func data(
        _ data: Data, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) -> ServerResponse {
        ServerResponse(head: HTTPResponse(status: status, headerFields: fields), body: .data(data))
    }

    /// A response of plain text.
    public static func text(_ text: String, status: HTTPResponse.Status = .ok) -> ServerResponse {
        .data(Data(text.utf8), status: status, fields: [.contentType: "text/plain; charset=utf-8"])
    }

    /// A JSON response.
    public static func json(_ text: String, status: HTTPResponse.Status = .ok) -> ServerResponse {
        .data(Data(text.utf8), status: status, fields: [.contentType: "application/json"])
    }

    /// A response with problem details (RFC 9457).
    public static func problem(_ text: String, status: HTTPResponse.Status) -> ServerResponse {
        .data(Data(text.utf8), status: status, fields: [.contentType: "application/problem+json"])
    }

    /// A response without a body.
    public static func empty(_ status: HTTPResponse.Status = .noContent, fields: HTTPFields = [:]) -> ServerResponse {
        .data(Data(), status: status, fields: fields)
    }

    /// A response whose body arrives in pieces.
    public static func pieces(_ pieces: [Data], status: HTTPResponse.Status = .ok) -> ServerResponse {
        ServerResponse(head: HTTPResponse(status: status), body: .stream(ByteStream(chunks: pieces)))
    }
}

extension Data {
    /// `count` bytes in which a missing, repeated or swapped chunk is detectable: the period, 251, divides no common
    /// chunk size.
    public static func pattern(_ count: Int) -> Data {
        let period = Data(0...250)
        var bytes = Data(capacity: count + period.count)
        while bytes.count < count { bytes.append(period) }
        return bytes.prefix(count)
    }
}
