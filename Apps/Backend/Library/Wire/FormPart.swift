import Foundation
import HTTPTypes

/// One part of a `multipart/form-data` body (RFC 7578) in the syntax of RFC 2046, section 5.1.
struct FormPart: Equatable, Sendable {
    let name: String
    /// Whether the part has a file name. The name itself is ignored.
    let isFile: Bool
    /// As the client declares it.
    let contentType: String?
    let bytes: Data

    static func parts(of body: Data, boundary: String) throws(Problem) -> [FormPart] {
        guard (1...70).contains(boundary.utf8.count) else { throw malformed("its boundary is missing or invalid") }
        // The line break before a boundary is not part of the content, and the first boundary needs none.
        let delimiter = Data("\r\n--\(boundary)".utf8)
        var rest = Data("\r\n".utf8) + body
        guard let first = rest.range(of: delimiter) else { throw malformed("it ends before its closing boundary") }
        rest = rest[first.upperBound...]
        var parts: [FormPart] = []
        while !rest.starts(with: Data("--".utf8)) {
            guard rest.starts(with: Data("\r\n".utf8)) else {
                throw malformed("a boundary is not followed by a line break")
            }
            guard let end = rest.range(of: delimiter) else { throw malformed("it ends before its closing boundary") }
            parts.append(try FormPart(rest[..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        guard rest.dropFirst(2).isEmpty || rest.dropFirst(2).starts(with: Data("\r\n".utf8)) else {
            throw malformed("a boundary is not followed by a line break")
        }
        return parts
    }

    /// - Parameter text: a line break, header lines, an empty line and the content.
    private init(_ text: Data) throws(Problem) {
        let head = text.range(of: Data("\r\n\r\n".utf8))
        var fields: [String: String] = [:]
        for line in String(decoding: text[..<(head?.lowerBound ?? text.endIndex)], as: UTF8.self)
            .split(separator: "\r\n")
        {
            guard let colon = line.firstIndex(of: ":") else { throw Self.malformed("a part's header is malformed") }
            fields[line[..<colon].lowercased()] = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        }
        guard let head, let disposition = fields["content-disposition"].flatMap(HeaderValue.init),
            disposition.value == "form-data", let name = disposition.parameters["name"]
        else { throw Self.malformed("a part's Content-Disposition is missing or malformed") }
        self.name = name
        isFile = disposition.parameters["filename"] != nil
        contentType = fields["content-type"]
        bytes = Data(text[head.upperBound...])
    }

    private static func malformed(_ reason: String) -> Problem {
        Problem(
            status: .badRequest, code: "malformed_multipart", title: "Malformed multipart body",
            detail: "The form is malformed: \(reason).")
    }
}
