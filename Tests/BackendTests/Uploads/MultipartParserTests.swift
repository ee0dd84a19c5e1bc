import Testing

@testable import Backend

struct MultipartParserTests {
    /// Parses `body` in chunks of `size` bytes, and joins adjacent events of bytes.
    static func parse(
        _ body: [UInt8], boundary: String = "b", limits: MultipartLimits = MultipartLimits(), chunk size: Int = .max
    ) -> (events: [MultipartEvent], error: MultipartError?) {
        var events: [MultipartEvent] = []
        do throws(MultipartError) {
            var parser = try MultipartParser(boundary: boundary, limits: limits)
            var rest = body[...]
            while !rest.isEmpty {
                try parser.push(rest.prefix(size), into: &events)
                rest = rest.dropFirst(size)
            }
            try parser.finish()
        } catch {
            return (merged(events), error)
        }
        return (merged(events), nil)
    }

    static func merged(_ events: [MultipartEvent]) -> [MultipartEvent] {
        events.reduce(into: []) { merged, event in
            if case .bytes(let more) = event, case .bytes(let bytes)? = merged.last {
                merged[merged.count - 1] = .bytes(bytes + more)
            } else {
                merged.append(event)
            }
        }
    }

    private func parse(_ text: String, limits: MultipartLimits = MultipartLimits()) -> (
        events: [MultipartEvent], error: MultipartError?
    ) {
        let whole = Self.parse(Array(text.utf8), limits: limits)
        for size in 1...7 {
            let cut = Self.parse(Array(text.utf8), limits: limits, chunk: size)
            #expect(cut.events == whole.events && cut.error == whole.error, "chunks of \(size)")
        }
        return whole
    }

    private func head(_ name: String, _ filename: String? = nil, _ type: String? = nil) throws -> MultipartPartHead {
        var lines = ["Content-Disposition: form-data; name=\"\(name)\""]
        if let filename { lines[0] += "; filename=\"\(filename)\"" }
        if let type { lines.append("Content-Type: \(type)") }
        return try MultipartPartHead(lines: lines.map { Array($0.utf8) }, limits: MultipartLimits())
    }

    private static let part = "--b\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\n"

    @Test("two parts are parsed, and preamble and epilogue are ignored")
    func parts() throws {
        let (events, error) = parse(
            """
            This is\r
            --no boundary\r
            --b \t\r
            Content-Disposition: form-data; name="one"; filename="a.png"\r
            Content-Type: image/png\r
            \r
            first\r
            -\r
            --b\r
            content-DISPOSITION:form-data;name=two\r
            \r
            \r
            --b--\t \r
            and --b goes on\r
            --b\r

            """)
        #expect(error == nil)
        #expect(
            events == [
                .partBegan(try head("one", "a.png", "image/png")), .bytes(Array("first\r\n-".utf8)), .partEnded,
                .partBegan(try head("two")), .partEnded,
            ])
    }

    @Test(
        "content that resembles a boundary is content",
        arguments: [
            "\r\n--", "\r\n--a", "\r\r\n", "\r", "\n--b", "--b", "\r\n-", "\r\n\r\n", "\r\n--\r\n--\r", "b",
            "\r\n--B",
        ])
    func lookalikes(content: String) throws {
        // After another character, because "--b" at the beginning is a boundary.
        let (events, error) = parse(Self.part + "x" + content + "\r\n--b--")
        #expect(error == nil)
        #expect(events == [.partBegan(try head("n")), .bytes(Array(("x" + content).utf8)), .partEnded])
    }

    @Test("a body may begin with its boundary, and a part may be empty")
    func emptiness() throws {
        #expect(parse("--b--").events == [])
        #expect(parse("--b--").error == nil)
        let absent = parse(Self.part + "--b--\r\n")
        #expect(absent.error == nil)
        #expect(absent.events == [.partBegan(try head("n")), .partEnded])
    }

    @Test("a boundary may contain every allowed character")
    func oddBoundary() {
        let boundary = "'()+_,-./:=? --x"
        let body = "--\(boundary)\r\nContent-Disposition: form-data; name=n\r\n\r\n--'()+_\r\n--\(boundary)--"
        let (events, error) = Self.parse(Array(body.utf8), boundary: boundary, chunk: 1)
        #expect(error == nil)
        #expect(events.count == 3)
    }

    @Test("names with quotes and line breaks are decoded as browsers encode them")
    func names() throws {
        let cases = [
            (#"a%22b"#, #"a"b"#), (#"a\"b"#, #"a"b"#), (#"a\\b"#, #"a\b"#), ("a%0D%0Ab", "a\r\nb"),
            ("100%25", "100%25"), ("übung", "übung"), ("", ""),
        ]
        for (written, name) in cases {
            #expect(try head(written, written).name == name)
            #expect(try head(written, written).filename == name)
        }
    }

    @Test(
        "an invalid boundary is refused",
        arguments: ["", "a ", "a\r\nb", "ä", "a\"b", String(repeating: "a", count: 71)])
    func boundaries(text: String) {
        #expect(Self.parse([], boundary: text).error == .invalidBoundary)
    }

    @Test(
        "each kind of malformed body has its error",
        arguments: [
            ("", .truncated), ("no boundary at all", .truncated), ("--b", .truncated), ("--b-", .truncated),
            ("--b--\r", .truncated), ("--b\r\nContent-Dis", .truncated), (part, .truncated), (part + "x", .truncated),
            (part + "x\r\n--b", .truncated), (part + "x\r\n--b\r\n", .truncated),
            ("--bx", .malformedDelimiter), ("--b\n", .malformedDelimiter), ("--b\rx", .malformedDelimiter),
            ("--b-x", .malformedDelimiter), ("--b--x", .malformedDelimiter), ("--b--\r\r", .malformedDelimiter),
            ("--b - ", .malformedDelimiter),
            ("--b\r\n\r\n", .malformedDisposition), ("--b\r\nA: b\r\n\r\n", .malformedDisposition),
            ("--b\r\nContent-Disposition: attachment; name=n\r\n\r\n", .malformedDisposition),
            ("--b\r\nContent-Disposition: form-data\r\n\r\n", .malformedDisposition),
            ("--b\r\nContent-Disposition: form-data; name=\"n\r\n\r\n", .malformedDisposition),
            ("--b\r\nContent-Disposition: form-data; name=n; filename*=x\r\n\r\n", .malformedDisposition),
            ("--b\r\nContent-Disposition: form-data; name=n; name=m\r\n\r\n", .malformedDisposition),
            ("--b\r\nno colon\r\n\r\n", .malformedHeader), ("--b\r\n: v\r\n\r\n", .malformedHeader),
            ("--b\r\nA : v\r\n\r\n", .malformedHeader), ("--b\r\nA: v\r\n folded\r\n\r\n", .malformedHeader),
            ("--b\r\nA: \u{0}\r\n\r\n", .malformedHeader), ("--b\r\nA: \u{7F}\r\n\r\n", .malformedHeader),
            ("--b\r\nA: v\n\r\n", .malformedHeader), ("--b\r\nA: v\rw\r\n\r\n", .malformedHeader),
            ("--b\r\nA: 1\r\na: 2\r\n\r\n", .duplicateHeader),
        ] as [(String, MultipartError)])
    func malformed(text: String, expected: MultipartError) {
        #expect(parse(text).error == expected)
    }

    @Test("a header that is not UTF-8 is malformed")
    func invalidUTF8() {
        let body = Array("--b\r\nA: ".utf8) + [0xC3, 0x28] + Array("\r\n\r\n".utf8)
        #expect(Self.parse(body).error == .malformedHeader)
    }

    @Test("every limit is exact to the byte")
    func bounds() {
        let two = Self.part + "x\r\n" + Self.part + "y\r\n--b--"
        func error(_ text: String, _ limit: (inout MultipartLimits) -> Void) -> MultipartError? {
            var limits = MultipartLimits()
            limit(&limits)
            return parse(text, limits: limits).error
        }
        #expect(error(two) { $0.parts = 2 } == nil)
        #expect(error(two) { $0.parts = 1 } == .tooManyParts)
        #expect(error(two) { $0.total = two.utf8.count } == nil)
        #expect(error(two) { $0.total = two.utf8.count - 1 } == .tooLarge)
        let head = "Content-Disposition: form-data; name=\"n\"\r\n\r\n".utf8.count
        #expect(error(two) { $0.partHead = head } == nil)
        #expect(error(two) { $0.partHead = head - 1 } == .headTooLarge)
        #expect(error("--b" + String(repeating: " ", count: 100)) { $0.partHead = 99 } == .headTooLarge)
        let lines = "--b\r\nContent-Disposition: form-data; name=n\r\nA: 1\r\nB: 2\r\n\r\n\r\n--b--"
        #expect(error(lines) { $0.headerLines = 3 } == nil)
        #expect(error(lines) { $0.headerLines = 2 } == .headTooLarge)
        let named = "--b\r\nContent-Disposition: form-data; name=four; filename=seven77\r\n\r\n\r\n--b--"
        #expect(error(named) { $0.name = 7 } == nil)
        #expect(error(named) { $0.name = 6 } == .nameTooLong)
        #expect(error(named) { $0.name = 3 } == .nameTooLong)
    }

    @Test("after an error, the parser throws the same error again")
    func staysFailed() throws {
        var parser = try MultipartParser(boundary: "b", limits: MultipartLimits())
        var events: [MultipartEvent] = []
        #expect(throws: MultipartError.malformedDelimiter) { try parser.push(Array("--bx".utf8), into: &events) }
        #expect(throws: MultipartError.malformedDelimiter) { try parser.push(Array("\r\n--b--".utf8), into: &events) }
        #expect(throws: MultipartError.malformedDelimiter) { try parser.finish() }
        #expect(events == [])
    }
}
