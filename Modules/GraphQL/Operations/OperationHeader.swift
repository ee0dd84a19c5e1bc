/// Kind and name of an operation, read from a document. Everything else in the document is left to the server.
struct OperationHeader: Equatable {
    let kind: GraphQLOperationKind
    let name: String?

    /// The operation called `name`, or the only one if `name` is `nil`. Returns `nil` if the document has no such
    /// operation.
    init?(of document: String, named name: String?) {
        var scanner = Scanner(document)
        while let header = scanner.nextOperation() {
            guard name == nil || header.name == name else { continue }
            // The server does not choose one of several (GraphQL specification, section 6.1), nor does this client.
            guard name != nil || scanner.nextOperation() == nil else { return nil }
            self = header
            return
        }
        return nil
    }

    private init(_ kind: GraphQLOperationKind, _ name: String?) {
        (self.kind, self.name) = (kind, name)
    }

    /// Reads the definitions of a document one after the other. It counts brackets to skip their content, so a deeply
    /// nested document needs no recursion.
    private struct Scanner {
        private var rest: Substring.UTF8View

        init(_ document: String) {
            rest = document[...].utf8
        }

        /// The next operation; skips fragments and type definitions.
        mutating func nextOperation() -> OperationHeader? {
            while let token = nextToken() {
                var header: OperationHeader?
                var isSelection = token == "{"
                if isSelection {
                    header = OperationHeader(.query, nil)
                } else if let kind = GraphQLOperationKind(rawValue: token), let next = nextToken() {
                    let isName = next.first.map { $0.isLetter || $0 == "_" } ?? false
                    header = OperationHeader(kind, isName ? next : nil)
                    isSelection = next == "{"
                    if next == "(" { skipBrackets() }
                }
                while !isSelection, let token = nextToken() {
                    if token == "(" || token == "[" { skipBrackets() }
                    isSelection = token == "{"
                }
                skipBrackets()
                if let header { return header }
            }
            return nil
        }

        /// Skips the tokens up to the bracket that closes the one just read.
        private mutating func skipBrackets() {
            var depth = 1
            while depth > 0, let token = nextToken() {
                switch token {
                case "{", "(", "[": depth += 1
                case "}", ")", "]": depth -= 1
                default: break
                }
            }
        }

        /// A name, a string as `""`, or one other character; `nil` at the end. Skips white space, commas, comments and a
        /// byte order mark (GraphQL specification, section 2.1.7).
        private mutating func nextToken() -> String? {
            while let byte = rest.first {
                switch byte {
                case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: ","), 0xEF, 0xBB, 0xBF: rest.removeFirst()
                case UInt8(ascii: "#"): rest = rest.drop { $0 != 0x0A && $0 != 0x0D }
                case UInt8(ascii: "\""):
                    skipString()
                    return "\"\""
                case _ where Self.isNamePart(byte):
                    let name = rest.prefix(while: Self.isNamePart)
                    rest = rest[name.endIndex...]
                    return String(Substring(name))
                default:
                    rest.removeFirst()
                    return String(Unicode.Scalar(byte))
                }
            }
            return nil
        }

        private mutating func skipString() {
            let mark = rest.starts(with: Self.blockMark) ? 3 : 1
            rest = rest.dropFirst(mark)
            while let byte = rest.first {
                if byte == UInt8(ascii: "\\") {
                    // In a block string, only \""" is an escape.
                    let escaped = mark == 1 ? 2 : rest.dropFirst().starts(with: Self.blockMark) ? 4 : 1
                    rest = rest.dropFirst(escaped)
                } else if byte == UInt8(ascii: "\""), mark == 1 || rest.starts(with: Self.blockMark) {
                    rest = rest.dropFirst(mark)
                    return
                } else {
                    rest = rest.dropFirst()
                }
            }
        }

        /// Three quotation marks, which enclose a block string.
        private static var blockMark: [UInt8] { Array(repeating: UInt8(ascii: "\""), count: 3) }

        private static func isNamePart(_ byte: UInt8) -> Bool {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
