/// Splits Swift source into tokens and comments, so that rules can distinguish code from text that looks like code.
///
/// It implements the syntax that could hide or imitate code: nested block comments, plain, multi-line and raw strings,
/// code inside interpolations, raw identifiers and regex literals. It does not validate the source. An unterminated
/// literal ends at the end of its line or of the file.
struct Lexer {
    private(set) var tokens: [Token] = []
    private(set) var comments: [Comment] = []

    // Null bytes at the end, so that looking ahead needs no bounds check.
    let bytes: [UInt8]
    let end: Int
    var position = 0
    var line = 1
    private var followsSpace = true

    init(_ source: String) {
        bytes = Array(source.utf8) + [0, 0, 0]
        end = bytes.count - 3
        tokens.reserveCapacity(end / 6)
        if bytes[0] == .hash, bytes[1] == .exclamation {
            skipLine()
        }
        lexCode(untilParenthesis: false)
    }

    /// Lexes code up to the end of the file or, in an interpolation, through its closing parenthesis.
    mutating func lexCode(untilParenthesis: Bool) {
        var depth = 0
        while position < end {
            let byte = bytes[position]
            if byte == .newline {
                line += 1
                position += 1
                followsSpace = true
            } else if byte <= .space {
                position += 1
                followsSpace = true
            } else if byte.isWordHead {
                lexWord()
            } else if byte.isDigit {
                lexNumber()
            } else if byte == .slash {
                lexSlash()
            } else if byte == .quote {
                lexString(hashes: 0)
            } else if byte == .hash {
                lexHash()
            } else if byte == .backtick {
                lexBacktickName()
            } else {
                if untilParenthesis {
                    depth += byte == .leftParenthesis ? 1 : byte == .rightParenthesis ? -1 : 0
                    if depth < 0 {
                        position += 1
                        return
                    }
                }
                position += 1
                append(.symbol, from: position - 1)
            }
        }
    }

    /// Appends the token from `start` to the current position.
    mutating func append(_ kind: Token.Kind, from start: Int) {
        append(kind, text: text(from: start, to: position), line: line)
    }

    mutating func append(_ kind: Token.Kind, text: String, line: Int) {
        tokens.append(Token(kind: kind, text: text, line: line, followsSpace: followsSpace))
        followsSpace = false
    }

    /// Inserts a literal's token before the tokens of its interpolated code.
    mutating func insert(_ kind: Token.Kind, text: String, line: Int, at index: Int, followsSpace: Bool) {
        tokens.insert(Token(kind: kind, text: text, line: line, followsSpace: followsSpace), at: index)
        self.followsSpace = false
    }

    func text(from start: Int, to stop: Int) -> String {
        String(decoding: bytes[start..<stop], as: UTF8.self)
    }

    /// Whether white space separates the next token from the previous one.
    var isSpaced: Bool { followsSpace }

    // MARK: Words and numbers

    private mutating func lexWord() {
        let start = position
        position += 1
        while bytes[position].isWordTail {
            position += 1
        }
        append(.word, from: start)
    }

    private mutating func lexNumber() {
        let start = position
        while bytes[position].isWordTail || (bytes[position] == .dot && bytes[position + 1].isDigit) {
            position += 1
        }
        append(.number, from: start)
    }

    /// A raw identifier can contain anything but a backtick and a line break: `` `it's an import Foo` ``.
    private mutating func lexBacktickName() {
        let start = position
        position += 1
        while position < end, bytes[position] != .backtick, bytes[position] != .newline {
            position += 1
        }
        if bytes[position] == .backtick {
            position += 1
        }
        append(.word, from: start)
    }

    // MARK: Slash and hash

    private mutating func lexSlash() {
        switch bytes[position + 1] {
        case .slash:
            let start = position
            skipLine()
            comments.append(Comment(text: text(from: start, to: position), lines: line...line))
            followsSpace = true
        case .asterisk:
            lexBlockComment()
        default:
            if !lexRegex(hashes: 0) {
                position += 1
                append(.symbol, from: position - 1)
            }
        }
    }

    private mutating func lexBlockComment() {
        let start = position
        let firstLine = line
        var depth = 0
        repeat {
            switch (bytes[position], bytes[position + 1]) {
            case (.slash, .asterisk):
                depth += 1
                position += 2
            case (.asterisk, .slash):
                depth -= 1
                position += 2
            case (.newline, _):
                line += 1
                position += 1
            default:
                position += 1
            }
        } while depth > 0 && position < end
        comments.append(Comment(text: text(from: start, to: min(position, end)), lines: firstLine...line))
        followsSpace = true
    }

    private mutating func lexHash() {
        var hashes = 1
        while bytes[position + hashes] == .hash {
            hashes += 1
        }
        let next = bytes[position + hashes]
        if next == .quote {
            position += hashes
            lexString(hashes: hashes)
            return
        }
        if next == .slash {
            position += hashes
            if lexRegex(hashes: hashes) {
                return
            }
            position -= hashes
        }
        lexDirective()
    }

    private mutating func lexDirective() {
        let start = position
        position += 1
        while bytes[position].isWordTail {
            position += 1
        }
        if ["#if", "#elseif", "#else", "#endif"].contains(text(from: start, to: position)) {
            append(.directive, from: start)
        } else {
            position = start + 1
            append(.symbol, from: start)
        }
    }

    private mutating func skipLine() {
        while position < end, bytes[position] != .newline {
            position += 1
        }
    }
}
