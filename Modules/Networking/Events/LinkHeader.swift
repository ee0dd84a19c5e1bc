/// One link of a Link field (RFC 8288 section 3): `<target>; rel="deprecation"`.
struct LinkHeader: Equatable {
    /// A URI reference as it came.
    let target: String
    /// Lower case. A link may have several.
    let relations: Set<String>
    /// The link is about another resource than the one that was called (`anchor`).
    let isAboutAnother: Bool

    /// All links of all fields, up to the first mistake of each: what comes before it is good.
    static func parse(_ values: [String]) -> [LinkHeader] {
        values.flatMap { value in
            var parser = Parser(rest: Array(value.unicodeScalars)[...])
            return parser.interceptors()
        }
    }

    private struct Parser {
        var rest: ArraySlice<Unicode.Scalar>

        mutating func interceptors() -> [LinkHeader] {
            var interceptors: [LinkHeader] = []
            while true {
                skip { " \t,".unicodeScalars.contains($0) }
                guard take("<"), let target = text(until: ">") else { return interceptors }
                var parameters: [String: String] = [:]
                skipBlanks()
                while take(";") {
                    guard let (name, value) = parameter() else { return interceptors }
                    // The first of a name counts (section 3.3).
                    if !name.isEmpty, parameters[name] == nil { parameters[name] = value }
                }
                let relations = (parameters["rel"] ?? "").lowercased().split { " \t".contains($0) }.map(String.init)
                interceptors.append(
                    LinkHeader(
                        target: target, relations: Set(relations), isAboutAnother: parameters["anchor"] != nil))
                guard rest.isEmpty || rest.first == "," else { return interceptors }
            }
        }

        /// A name without a value is one with an empty value; so is nothing at all, as in `;;`.
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
