/// An entry of a `Link` field (RFC 8288 section 3), such as `<target>; rel="deprecation"`.
struct LinkHeader: Equatable {
    /// The URI reference, unresolved.
    let target: String
    /// The relation types in lower case; an entry may have several.
    let relations: Set<String>
    /// Whether the entry describes a resource other than the requested one (`anchor`).
    let isAboutAnother: Bool

    /// The entries of all fields. An invalid field contributes the entries before its first syntax error.
    static func parse(_ values: [String]) -> [LinkHeader] {
        values.flatMap { value in
            var parser = Parser(rest: Array(value.unicodeScalars)[...])
            return parser.entries()
        }
    }

    private struct Parser {
        var rest: ArraySlice<Unicode.Scalar>

        mutating func entries() -> [LinkHeader] {
            var entries: [LinkHeader] = []
            while true {
                skip { " \t,".unicodeScalars.contains($0) }
                guard take("<"), let target = text(until: ">") else { return entries }
                var parameters: [String: String] = [:]
                skipBlanks()
                while take(";") {
                    guard let (name, value) = parameter() else { return entries }
                    // Only the first parameter with a given name counts (section 3.3).
                    if !name.isEmpty, parameters[name] == nil { parameters[name] = value }
                }
                let relations = (parameters["rel"] ?? "").lowercased().split { " \t".contains($0) }.map(String.init)
                entries.append(
                    LinkHeader(
                        target: target, relations: Set(relations), isAboutAnother: parameters["anchor"] != nil))
                guard rest.isEmpty || rest.first == "," else { return entries }
            }
        }

        /// Reads one parameter. A missing value is empty; an empty parameter, as in `;;`, has an empty name.
        private mutating func parameter() -> (name: String, value: String)? {
            skipBlanks()
            let name = token().lowercased()
            skipBlanks()
            guard take("=") else { return (name, "") }
            skipBlanks()
            let value = rest.first == "\"" ? quoted() : token()
            skipBlanks()
            return value.map { (name, $0) }
        }

        private mutating func quoted() -> String? {
            guard take("\"") else { return nil }
            var text = String.UnicodeScalarView()
            while let next = rest.popFirst() {
                switch next {
                case "\"": return String(text)
                case "\\":
                    guard let escaped = rest.popFirst() else { return nil }
                    text.append(escaped)
                default: text.append(next)
                }
            }
            return nil
        }

        private mutating func token() -> String {
            let token = rest.prefix { !" \t;,=\"<>".unicodeScalars.contains($0) }
            rest = rest.dropFirst(token.count)
            return String(String.UnicodeScalarView(token))
        }

        private mutating func text(until end: Unicode.Scalar) -> String? {
            guard let index = rest.firstIndex(of: end) else { return nil }
            defer { rest = rest[(index + 1)...] }
            return String(String.UnicodeScalarView(rest[..<index]))
        }

        private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
            guard rest.first == scalar else { return false }
            rest.removeFirst()
            return true
        }

        private mutating func skipBlanks() {
            skip { $0 == " " || $0 == "\t" }
        }

        private mutating func skip(while matches: (Unicode.Scalar) -> Bool) {
            rest = rest.drop(while: matches)
        }
    }
}
