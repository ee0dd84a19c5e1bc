/// A streaming parser of `multipart/form-data` (RFC 7578) in the syntax of RFC 2046, section 5.1.
///
/// The parser is a pure state machine: it takes chunks of any size and returns events, which do not depend on the
/// chunks' boundaries. It stores only the lines of one part's head, so its memory does not grow with the body. It
/// refuses input that other parsers interpret in different ways.
///
/// ```swift
/// var parser = try MultipartParser(boundary: boundary, limits: MultipartLimits())
/// for try await chunk in body {
///     var events: [MultipartEvent] = []
///     try parser.push(chunk, into: &events)
///     for event in events { … }
/// }
/// try parser.finish()
/// ```
struct MultipartParser: Sendable {
    private let limits: MultipartLimits
    /// `CRLF--boundary`. The line break before a boundary is not part of the content (RFC 2046).
    private let delimiter: [UInt8]
    private var state = State.preamble
    /// The number of delimiter bytes that match the end of the input so far. It begins with 2, because the body's first
    /// boundary needs no line break.
    private var matched = 2
    /// The number of matched bytes that were not in the body, and are not returned as content after a mismatch.
    private var assumed = 2
    private var received = 0
    private var parts = 0
    private var lines: [[UInt8]] = []
    private var line: [UInt8] = []
    private var headLength = 0

    private enum State: Equatable {
        case preamble
        /// After a delimiter: `--` closes the body, a line break begins a part, white space is skipped.
        case delimiterTail(Tail)
        case head
        case body
        /// After the closing delimiter: white space, then a line break or the end.
        case closeTail(Tail)
        case epilogue
        case failed(MultipartError)
    }

    private enum Tail: Equatable { case start, hyphen, blank, carriageReturn }

    /// - Parameter boundary: the parameter of the Content-Type, without quotes.
    init(boundary: String, limits: MultipartLimits) throws(MultipartError) {
        guard Self.isBoundary(boundary) else { throw .invalidBoundary }
        self.limits = limits
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// Parses the next bytes of the body and appends their events, including those before an error. After an error,
    /// every call throws that error.
    mutating func push(
        _ chunk: some Collection<UInt8>, into events: inout [MultipartEvent]
    ) throws(MultipartError) {
        if case .failed(let error) = state { throw error }
        do throws(MultipartError) {
            // Cut at the limit, so that the events before it do not depend on the size of the chunk.
            try consume(Array(chunk.prefix(limits.total - received))[...], &events)
            received += chunk.count
            if received > limits.total { throw .tooLarge }
        } catch {
            state = .failed(error)
            throw error
        }
    }

    /// Checks that the body is complete.
    func finish() throws(MultipartError) {
        switch state {
        case .epilogue, .closeTail(.start), .closeTail(.blank): return
        case .failed(let error): throw error
        default: throw .truncated
        }
    }

    private mutating func consume(
        _ chunk: ArraySlice<UInt8>, _ events: inout [MultipartEvent]
    ) throws(MultipartError) {
        var rest = chunk
        while let byte = rest.first {
            switch state {
            case .preamble, .body:
                consumeContent(&rest, &events)
                continue
            case .delimiterTail(let tail): try consumeTail(tail, byte)
            case .head: try consumeHead(byte, &events)
            case .closeTail(let tail): try consumeCloseTail(tail, byte)
            case .epilogue, .failed: return
            }
            rest.removeFirst()
        }
    }
}

// MARK: Content

extension MultipartParser {
    /// Consumes bytes of a part, or of the preamble, up to a delimiter or the end of the chunk.
    ///
    /// The delimiter has a carriage return only at its beginning. After a mismatch, the next match can therefore only
    /// begin at the current byte, and the bytes of the failed match are those of the delimiter.
    private mutating func consumeContent(_ rest: inout ArraySlice<UInt8>, _ events: inout [MultipartEvent]) {
        var found: [UInt8] = []
        while matched < delimiter.count, let byte = rest.first {
            if byte == delimiter[matched] {
                matched += 1
                rest.removeFirst()
            } else if matched > 0 {
                found += delimiter[min(assumed, matched)..<matched]
                matched = 0
                assumed = 0
            } else {
                let plain = rest.prefix { $0 != delimiter[0] }
                found += plain
                rest = rest[plain.endIndex...]
            }
        }
        if state == .body, !found.isEmpty { events.append(.bytes(found)) }
        guard matched == delimiter.count else { return }
        if state == .body { events.append(.partEnded) }
        matched = 0
        assumed = 0
        headLength = 0
        state = .delimiterTail(.start)
    }
}

// MARK: Delimiters

extension MultipartParser {
    private mutating func consumeTail(_ tail: Tail, _ byte: UInt8) throws(MultipartError) {
        switch (tail, byte) {
        case (.start, UInt8(ascii: "-")): state = .delimiterTail(.hyphen)
        case (.hyphen, UInt8(ascii: "-")): state = .closeTail(.start)
        case (.start, 0x20), (.start, 0x09), (.blank, 0x20), (.blank, 0x09):
            try countHead()
            state = .delimiterTail(.blank)
        case (.start, 0x0D), (.blank, 0x0D): state = .delimiterTail(.carriageReturn)
        case (.carriageReturn, 0x0A):
            parts += 1
            guard parts <= limits.parts else { throw .tooManyParts }
            state = .head
        default: throw .malformedDelimiter
        }
    }

    private mutating func consumeCloseTail(_ tail: Tail, _ byte: UInt8) throws(MultipartError) {
        switch (tail, byte) {
        case (.start, 0x20), (.start, 0x09), (.blank, 0x20), (.blank, 0x09): state = .closeTail(.blank)
        case (.start, 0x0D), (.blank, 0x0D): state = .closeTail(.carriageReturn)
        case (.carriageReturn, 0x0A): state = .epilogue
        default: throw .malformedDelimiter
        }
    }

    /// The `bchars` of RFC 2046, section 5.1.1; a space must not come last.
    private static func isBoundary(_ text: String) -> Bool {
        (1...70).contains(text.utf8.count) && text.last != " " && text.utf8.allSatisfy(boundaryBytes.contains)
    }

    private static let boundaryBytes = Set(
        "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'()+_,-./:=? ".utf8)
}

// MARK: Heads

extension MultipartParser {
    private mutating func consumeHead(_ byte: UInt8, _ events: inout [MultipartEvent]) throws(MultipartError) {
        try countHead()
        guard byte == 0x0A else {
            line.append(byte)
            return
        }
        guard line.popLast() == 0x0D else { throw .malformedHeader }
        guard line.isEmpty else {
            guard lines.count < limits.headerLines else { throw .headTooLarge }
            lines.append(line)
            line = []
            return
        }
        events.append(.partBegan(try MultipartPartHead(lines: lines, limits: limits)))
        lines = []
        state = .body
        // A part without content may end here (RFC 2046: `body-part := MIME-part-headers [CRLF *OCTET]`). Then the
        // line break of the empty line is that of the delimiter.
        matched = 2
        assumed = 2
    }

    private mutating func countHead() throws(MultipartError) {
        headLength += 1
        guard headLength <= limits.partHead else { throw .headTooLarge }
    }
}
