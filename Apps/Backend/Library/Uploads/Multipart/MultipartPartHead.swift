/// The headers of one form field (RFC 7578, section 4).
struct MultipartPartHead: Equatable, Sendable {
    /// The name of the form field.
    let name: String
    /// The client's name for the file; `nil` for a plain field. Never use it as a path.
    let filename: String?
    /// The client's declaration, unchecked; `nil` if it is missing.
    let contentType: String?

    /// Reads a part's header lines, each without its line break.
    init(lines: [[UInt8]], limits: MultipartLimits) throws(MultipartError) {
        var fields: [String: String] = [:]
        for line in lines {
            let (name, value) = try Self.field(line)
            guard fields.updateValue(value, forKey: name) == nil else { throw .duplicateHeader }
        }
        guard let text = fields["content-disposition"], let disposition = HeaderValue(text),
            disposition.value.lowercased() == "form-data", let name = disposition.parameters["name"],
            // RFC 7578, section 4.2, forbids the extended form, which other parsers prefer to the plain one.
            disposition.parameters["filename*"] == nil, disposition.parameters["name*"] == nil
        else { throw .malformedDisposition }
        self.name = Self.unescaped(name)
        filename = disposition.parameters["filename"].map(Self.unescaped)
        contentType = fields["content-type"]
        guard name.utf8.count <= limits.name, (filename ?? "").utf8.count <= limits.name else { throw .nameTooLong }
    }

    /// RFC 9112, section 5, without folding, which is obsolete since RFC 7230.
    private static func field(_ line: [UInt8]) throws(MultipartError) -> (name: String, value: String) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), HeaderValue.isToken(line[..<colon]) else {
            throw .malformedHeader
        }
        let value = line[(colon + 1)...]
        guard value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }),
            let text = String(validating: value, as: UTF8.self)
        else { throw .malformedHeader }
        let blanks = { (character: Character) in character == " " || character == "\t" }
        let trimmed = String(text.drop(while: blanks).reversed().drop(while: blanks).reversed())
        return (String(decoding: line[..<colon], as: UTF8.self).lowercased(), trimmed)
    }

    /// Browsers encode only quotes and line breaks in names, as `%22`, `%0D` and `%0A` (WHATWG HTML,
    /// "multipart/form-data encoding algorithm"). Other percent signs are literal.
    private static func unescaped(_ name: String) -> String {
        name.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }
}
