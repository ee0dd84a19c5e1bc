import NIOCore
import Networking

/// Passes the head of a response on in one piece, at most ``limit`` bytes of it, with folded lines joined.
///
/// A server may still fold the value of a field (obs-fold), and a client replaces each fold by spaces (RFC 9112 section 5.2). The
/// parser behind this refuses folds instead.
final class ResponseHeadHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// In bytes: status line and header fields, or a trailer section.
    static let limit = 256 * 1024

    private static let start = Array("HTTP/".utf8)
    private var isExpectingHead = true
    private var head = ByteBuffer()
    /// How many of the head's bytes are known not to end it.
    private var scanned = 0
    private var hasStatusLine = false

    /// A request is sent: what comes next is the head of its response.
    func expectHead() {
        isExpectingHead = true
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        guard isExpectingHead else { return context.fireChannelRead(data) }
        if head.readableBytes == 0 { head = bytes } else { head.writeBuffer(&bytes) }
        while isExpectingHead, head.readableBytes > 0 {
            guard isHTTP else { return passAll(context) }
            guard let length = nextHead() else {
                if head.readableBytes > Self.limit { refuse(context) }
                return
            }
            guard length <= Self.limit else { return refuse(context) }
            // Another head follows an interim response (RFC 9110 section 15.2).
            isExpectingHead = isInterim
            (scanned, hasStatusLine) = (0, false)
            if let slice = head.readSlice(length: length) { context.fireChannelRead(wrapInboundOut(slice)) }
        }
        if head.readableBytes > 0 { passAll(context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        // The parser says what is wrong with a head that is not complete.
        passAll(context)
        context.fireChannelInactive()
    }

    private func passAll(_ context: ChannelHandlerContext) {
        let bytes = head
        head = ByteBuffer()
        (scanned, hasStatusLine) = (0, false)
        if bytes.readableBytes > 0 {
            isExpectingHead = false
            context.fireChannelRead(wrapInboundOut(bytes))
        }
    }

    private func refuse(_ context: ChannelHandlerContext) {
        head = ByteBuffer()
        (scanned, hasStatusLine) = (0, false)
        context.fireErrorCaught(TransportError.invalidResponse(reason: "Its head is larger than 262,144 bytes."))
    }

    /// Whether the bytes so far can begin a response: other protocols are passed on at once, and refused by the parser.
    private var isHTTP: Bool {
        head.readableBytesView.prefix(Self.start.count).elementsEqual(Self.start.prefix(head.readableBytes))
    }

    private var isInterim: Bool {
        // "HTTP/1.1 103": the status follows the version. After 101 the protocol is another.
        let status = head.readableBytesView.dropFirst(9).prefix(3)
        return status.first == UInt8(ascii: "1") && !status.elementsEqual("101".utf8)
    }

    /// The length of the head, its empty line included, or `nil` if it is not complete. Joins folded lines on the way.
    private func nextHead() -> Int? {
        var folds: [Int] = []
        let length = head.withUnsafeReadableBytes { bytes -> Int? in
            var index = scanned
            while let end = bytes[index...].firstIndex(of: UInt8(ascii: "\n")) {
                scanned = end
                guard end + 1 < bytes.count else { return nil }
                switch bytes[end + 1] {
                case UInt8(ascii: "\n"): return end + 2
                case UInt8(ascii: "\r"):
                    guard end + 2 < bytes.count else { return nil }
                    if bytes[end + 2] == UInt8(ascii: "\n") { return end + 3 }
                // White space behind the status line is no fold, and the parser refuses it.
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
        return length
    }
}
