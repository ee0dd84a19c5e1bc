import Foundation
import HTTPTypes
import Networking
import TestSupport

extension ServerResponse {
    /// `content`, or the requested part of it (RFC 9110 sections 13.1.5 and 14). A part is sent only if If-Range names
    /// the current entity tag.
    static func part(of content: Data, asked: HTTPFields) -> ServerResponse {
        let tag = "\"\(SHA256Digest.hexadecimal(of: content).prefix(16))\""
        var fields: HTTPFields = [.eTag: tag, .contentType: "application/octet-stream"]
        let isCurrent = asked[.ifRange].map { $0 == tag } ?? true
        guard isCurrent, let offset = asked[.range].flatMap(Self.offset) else {
            fields[.contentLength] = "\(content.count)"
            return .data(content, fields: fields)
        }
        guard offset < content.count else {
            fields[.contentRange] = "bytes */\(content.count)"
            return .empty(.rangeNotSatisfiable, fields: fields)
        }
        fields[.contentRange] = "bytes \(offset)-\(content.count - 1)/\(content.count)"
        return .data(Data(content.dropFirst(offset)), status: .partialContent, fields: fields)
    }

    /// The offset of `bytes=N-`, the only form that this server supports.
    private static func offset(_ range: String) -> Int? {
        guard range.hasPrefix("bytes="), range.hasSuffix("-") else { return nil }
        return Int(range.dropFirst("bytes=".count).dropLast()).flatMap { $0 >= 0 ? $0 : nil }
    }
}
