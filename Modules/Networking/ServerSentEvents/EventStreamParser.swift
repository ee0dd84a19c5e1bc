import Foundation

/// Parses an event stream (WHATWG HTML, section 9.2.6) without I/O: bytes in, events out.
///
/// Pass it one piece of the body, then call ``next()`` until it returns `nil`. The events do not depend on where the
/// pieces are cut. The parser stores one piece and at most twice ``EventStreamPolicy/eventLimit``: the current event
/// and the last event's id.
struct EventStreamParser {
    /// One event as the stream describes it.
    struct Message: Equatable, Sendable {
        let type: String
        let data: String
        let lastEventID: String
    }

    /// The current event is larger than the limit.
    struct EventTooLarge: Error, Equatable {}

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The id of the last event whose end has arrived; a reconnect sends it.
    private(set) var lastEventID: String
    /// The wait before a reconnect that the server has set on this connection; `nil` for none.
    private(set) var reconnectionTime: Duration?

    private let limit: Int
    private var rest: ArraySlice<UInt8> = []
    /// The unfinished line at the end of the last piece.
    private var line: [UInt8] = []
    private var isFirstLine = true
    private var isAfterCarriageReturn = false
    private var data: [UInt8] = []
    private var type: ArraySlice<UInt8> = []
    private var id: String

    /// - Parameters:
    ///   - limit: the largest event, in bytes.
    ///   - lastEventID: the id of the last event on an earlier connection. Events without an id get this one, as in
    ///     browsers. By the standard's text, each connection would start without an id.
    init(limit: Int, lastEventID: String) {
        self.limit = limit
        self.lastEventID = lastEventID
        id = lastEventID
    }

    /// Adds the next piece of the body. The previous piece must be used up.
    mutating func receive(_ piece: Data) {
        rest = ArraySlice(piece)
    }

    /// The next complete event; `nil` if the current piece contains no more.
    mutating func next() throws(EventTooLarge) -> Message? {
        while let line = try nextLine() {
            if line.isEmpty {
                if let message = endEvent() { return message }
            } else {
                read(line)
            }
        }
        return nil
    }

    /// A line without its end: LF, CR or CRLF.
    private mutating func nextLine() throws(EventTooLarge) -> ArraySlice<UInt8>? {
        guard let first = rest.first else { return nil }
        if isAfterCarriageReturn, first == Self.lineFeed { rest = rest.dropFirst() }
        isAfterCarriageReturn = false
        let end = rest.firstIndex { $0 == Self.lineFeed || $0 == Self.carriageReturn }
        let found = rest[..<(end ?? rest.endIndex)]
        guard line.count + found.count + data.count + type.count <= limit else { throw EventTooLarge() }
        guard let end else {
            line += found
            rest = []
            return nil
        }
        isAfterCarriageReturn = rest[end] == Self.carriageReturn
        rest = rest[(end + 1)...]
        var complete = found
        // Most lines arrive in one piece and are not copied.
        if !line.isEmpty {
            line += found
            (complete, line) = (line[...], [])
        }
        if isFirstLine, complete.starts(with: Self.byteOrderMark) { complete = complete.dropFirst(3) }
        isFirstLine = false
        return complete
    }

    private mutating func read(_ line: ArraySlice<UInt8>) {
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        let name = line[..<colon]
        if name.elementsEqual("data".utf8) {
            data += value
            data.append(Self.lineFeed)
        } else if name.elementsEqual("event".utf8) {
            type = value
        } else if name.elementsEqual("id".utf8) {
            if !value.contains(0) { id = String(decoding: value, as: UTF8.self) }
        } else if name.elementsEqual("retry".utf8) {
            guard !value.isEmpty, value.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
                return
            }
            // More digits than an integer can hold still mean a very long time.
            reconnectionTime = .milliseconds(Int64(String(decoding: value, as: UTF8.self)) ?? .max)
        }
        // A line without a name is a comment, and unknown names are ignored.
    }

    /// Ends an event at an empty line; `nil` for an event without data.
    private mutating func endEvent() -> Message? {
        defer { (data, type) = ([], []) }
        lastEventID = id
        guard !data.isEmpty else { return nil }
        return Message(
            type: type.isEmpty ? "message" : String(decoding: type, as: UTF8.self),
            data: String(decoding: data.dropLast(), as: UTF8.self), lastEventID: id)
    }
}
