import NIOCore
import Networking

/// Passes on the head of a response in one piece, with folded lines joined, and its body up to its end. Refuses a head
/// of more than ``limit`` bytes, and bytes that belong to no response.
///
/// A server may still fold the value of a field (obs-fold), and a client must replace each fold with spaces (RFC 9112
/// section 5.2). The parser after this handler refuses folds instead, takes white space behind a value as a part of it,
/// and replaces bytes that are not UTF-8 (see ``OpaqueBytes``).
///
/// The parser would keep bytes after a response as the beginning of the next one, and so assign them to a request that
/// the server has not received yet (RFC 9112 section 9.2).
final class ResponseHeadHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The maximum size in bytes of the status line and header fields, or of a trailer section.
    static let limit = 256 * 1024

    private static let start = Array("HTTP/".utf8)

    private enum Part {
        case head
        /// `nil` if the body's end is unknown.
        case body(BodyFraming?)
        /// No request waits for a response.
        case none
    }

    private var part = Part.none
    private var head = ByteBuffer()
    /// The number of bytes that were already searched for the end of the head.
    private var scanned = 0
    private var hasStatusLine = false

    /// Expects the head of a response next, because a request is being sent.
    func expectHead() {
        part = .head
    }

    /// Expects the body of the response whose head was just passed on.
    func expectBody(_ framing: BodyFraming?) {
        part = .body(framing)
    }

    /// Expects nothing until the next request, because the parser has received the whole response.
    func expectNothing() {
        part = .none
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let bytes = unwrapInboundIn(data)
        if case .head = part { receiveHead(bytes, context) } else { receiveBody(bytes, context) }
    }

    private func receiveHead(_ new: ByteBuffer, _ context: ChannelHandlerContext) {
        var bytes = new
        if head.readableBytes == 0 { head = bytes } else { head.writeBuffer(&bytes) }
        while case .head = part, head.readableBytes > 0 {
            guard isHTTP else { return passAll(context) }
            guard let length = nextHead() else {
                if head.readableBytes > Self.limit { refuse(context) }
                return
            }
            guard length <= Self.limit else { return refuse(context) }
            // Another head follows an interim response (RFC 9110 section 15.2).
            if !isInterim { part = .body(nil) }
            (scanned, hasStatusLine) = (0, false)
            if let slice = head.readSlice(length: length) {
                context.fireChannelRead(wrapInboundOut(OpaqueBytes.encode(slice)))
            }
        }
        let rest = head
        head = ByteBuffer()
        if rest.readableBytes > 0 { receiveBody(rest, context) }
    }

    private func receiveBody(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
        switch part {
        case .body(.some(var framing)):
            let length = framing.advance(over: bytes.readableBytesView)
            part = .body(framing)
            var rest = bytes
            guard length > 0, let own = rest.readSlice(length: length) else { return refuseRest(context) }
            context.fireChannelRead(wrapInboundOut(own))
            // The parser and the framing must agree on the end.
            if rest.readableBytes > 0 || hasEnded != framing.isComplete { refuseRest(context) }
        case .head, .body(nil):
            context.fireChannelRead(wrapInboundOut(bytes))
            // Only the parser knows which of the bytes was the last one.
            if hasEnded { refuseRest(context) }
        case .none: refuseRest(context)
        }
    }

    private var hasEnded: Bool { if case .none = part { true } else { false } }

    func channelInactive(context: ChannelHandlerContext) {
        // The parser reports what is wrong with an incomplete head.
        passAll(context)
        context.fireChannelInactive()
    }

    private func passAll(_ context: ChannelHandlerContext) {
        let bytes = head
        head = ByteBuffer()
        (scanned, hasStatusLine) = (0, false)
        if bytes.readableBytes > 0 {
            part = .body(nil)
            context.fireChannelRead(wrapInboundOut(bytes))
        }
    }

    private func refuseRest(_ context: ChannelHandlerContext) {
        part = .none
        context.fireErrorCaught(TransportError.invalidResponse(reason: "The server sent bytes after its response."))
    }

    private func refuse(_ context: ChannelHandlerContext) {
        head = ByteBuffer()
        (scanned, hasStatusLine) = (0, false)
        context.fireErrorCaught(TransportError.invalidResponse(reason: "Its head is larger than 262,144 bytes."))
    }

    /// Whether the bytes so far can begin an HTTP response. Other protocols are passed on at once, and the parser
    /// refuses them.
    private var isHTTP: Bool {
        head.readableBytesView.prefix(Self.start.count).elementsEqual(Self.start.prefix(head.readableBytes))
    }

    private var isInterim: Bool {
        // "HTTP/1.1 103": the status follows the version. After 101, another protocol follows instead of a response.
        let status = head.readableBytesView.dropFirst(9).prefix(3)
        return status.first == UInt8(ascii: "1") && !status.elementsEqual("101".utf8)
    }

    /// The length of the head with its empty line, or `nil` if it is not complete. Also joins folded lines.
    private func nextHead() -> Int? {
        var folds: [Int] = []
        /// The values with white space behind them.
        var padded: [Range<Int>] = []
        let length = head.withUnsafeReadableBytes { bytes -> Int? in
            var index = scanned
            while let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) {
                scanned = end
                guard end + 1 < bytes.count else { return nil }
                if let value = Self.paddedValue(before: end, in: bytes) { padded.append(value) }
                switch bytes[end + 1] {
                case UInt8(ascii: "\n"): return end + 2
                case UInt8(ascii: "\r"):
                    guard end + 2 < bytes.count else { return nil }
                    if bytes[end + 2] == UInt8(ascii: "\n") { return end + 3 }
                // White space after the status line is not a fold, and the parser refuses it.
                case UInt8(ascii: " ") where hasStatusLine, UInt8(ascii: "\t") where hasStatusLine:
                    folds.append(end)
                    if bytes[end - 1] == UInt8(ascii: "\r") { folds.append(end - 1) }
                default: break
                }
                hasStatusLine = true
                index = end + 1
            }
            scanned = bytes.count
            return nil
        }
        for fold in folds { head.setInteger(UInt8(ascii: " "), at: head.readerIndex + fold) }
        for range in padded { moveBlanks(in: range) }
        return length
    }

    /// The value in the line that ends here, if the value is followed by white space and not by a fold.
    private static func paddedValue(before end: Int, in bytes: UnsafeRawBufferPointer) -> Range<Int>? {
        let lineEnd = end > 0 && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
        guard lineEnd > 0, bytes[lineEnd - 1].isBlank, !bytes[end + 1].isBlank else { return nil }
        guard let before = bytes[..<lineEnd].lastIndex(of: UInt8(ascii: "\n")) else { return nil }
        let start = before + 1
        guard start < lineEnd, !bytes[start].isBlank,
            let colon = bytes[start..<lineEnd].firstIndex(of: UInt8(ascii: ":"))
        else { return nil }
        return colon + 1..<lineEnd
    }

    /// Moves the white space behind a value to the front of the value.
    private func moveBlanks(in range: Range<Int>) {
        let start = head.readerIndex + range.lowerBound
        guard let bytes = head.getBytes(at: start, length: range.count),
            let end = bytes.lastIndex(where: { !$0.isBlank })
        else { return }
        let blanks = Array(repeating: UInt8(ascii: " "), count: bytes.count - end - 1)
        head.setBytes(blanks + bytes[...end], at: start)
    }
}

extension UInt8 {
    /// Whether it is optional white space (RFC 9110 section 5.6.3).
    fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
