import Foundation
import NIOCore
import NIOHTTPTypes

/// An armed fault: what it does, the paths that it affects, and the number of requests left.
struct Fault: Sendable {
    enum Effect: Sendable {
        /// The next requests get this status, and no route runs.
        case refuse(status: Int, retryAfter: Int?, asDate: Bool)
        /// The next requests wait, or their responses do.
        case delay(Duration, isProcessed: Bool)
        /// The bodies of the next responses are sent in pieces of so many bytes, with a pause after each.
        case drip(bytes: Int, pause: Duration)
        /// The next responses, or requests (`cut-request`), whose body is longer end there, before their `Content-Length`.
        case cut(after: Int, isReset: Bool)
        /// The next responses whose body is longer are shortened, and their `Content-Length` with them. Only a digest
        /// or the content reveals it.
        case truncate(to: Int)
        /// The connections of the next requests are closed without a response.
        case hangUp(isReset: Bool, isProcessed: Bool)
        /// The next requests get an error page, and no route runs.
        case html(status: Int)
        /// The next requests get bytes that are not HTTP, and no route runs. Or the fault belongs to a resource.
        case other
    }

    static let names = ["cut", "cut-request", "delay", "drip", "garble", "hang-up", "html", "refuse", "truncate"]

    let effect: Effect
    private var count: Int
    private let path: String

    /// An unknown setting is an error, because a misspelled one would arm another fault than the test expects.
    init(_ name: String, _ fields: BodyFields) throws(Problem) {
        var fields = fields
        func milliseconds(_ range: ClosedRange<Int>, _ standard: Int) -> Duration {
            .milliseconds(fields.optional("milliseconds", .range(range)) ?? standard)
        }
        func isProcessed() -> Bool { fields.optional("when", .oneOf(["before", "after"])) == "after" }
        count = fields.optional("count", .range(0...10_000)) ?? 1
        path = fields.optional("path", .path) ?? "/"
        effect =
            switch name {
            case "refuse":
                .refuse(
                    status: fields.optional("status", .oneOf([429, 500, 502, 503, 504])) ?? 503,
                    retryAfter: fields.optional("retry_after", .range(0...86_400)),
                    asDate: fields.optional("retry_after_as", .oneOf(["seconds", "date"])) == "date")
            case "delay": .delay(milliseconds(0...60_000, 1000), isProcessed: isProcessed())
            case "drip":
                .drip(
                    bytes: fields.optional("bytes", .range(1...1_048_576)) ?? 1, pause: milliseconds(1...60_000, 100))
            case "cut", "cut-request":
                .cut(
                    after: fields.optional("after", .range(0...1_073_741_824)) ?? 0,
                    isReset: fields.optional("how", .oneOf(["close", "reset"])) == "reset")
            case "truncate": .truncate(to: fields.optional("to", .range(0...1_073_741_824)) ?? 0)
            case "hang-up":
                .hangUp(
                    isReset: fields.optional("how", .oneOf(["reset", "close"])) != "close",
                    isProcessed: isProcessed())
            case "html": .html(status: fields.optional("status", .range(400...599)) ?? 500)
            default: .other
            }
        fields.refuseOthers("This fault has no such setting.")
        try fields.check()
    }

    /// Counts a request; `false` without counting it if the fault does not affect it.
    mutating func consume(_ path: String, length: Int) -> Bool {
        guard count > 0, path.hasPrefix(self.path) else { return false }
        switch effect {
        case .cut(let limit, _), .truncate(let limit): if length <= limit { return false }
        default: break
        }
        count -= 1
        return true
    }
}

extension FieldRule where Value == String {
    fileprivate static var path: Self {
        Self { $1.hasPrefix("/") && $1.utf8.count <= 1000 ? nil : .invalid($0, "This must begin with a slash.") }
    }
}

/// A fault switch has closed the connection, so there is no response.
public struct ConnectionEnded: Error {
    /// Whether bytes that were written before may be lost.
    public let isReset: Bool

    /// Closes a connection. Without a reset, the client receives all that was written.
    static func close(_ channel: (any Channel)?, isReset: Bool) async throws -> Never {
        if isReset {
            // A linger time of zero makes the close a reset (POSIX, SO_LINGER).
            try? await (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        } else {
            // Completes when the system has accepted all earlier writes. It delivers them even after the close.
            try? await channel?.writeAndFlush(HTTPResponsePart.body(ByteBuffer())).get()
        }
        try? await channel?.close()
        throw ConnectionEnded(isReset: isReset)
    }

    /// Writes one line that is not HTTP directly to the socket, and closes the connection.
    static func garble(_ channel: (any Channel)?) async throws -> Never {
        try await channel?.eventLoop.submit {
            try channel?.pipeline.syncOperations.addHandler(Garbage(), position: .first)
        }.get()
        try await channel?.closeFuture.get()
        throw ConnectionEnded(isReset: false)
    }

    private final class Garbage: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        func handlerAdded(context: ChannelHandlerContext) {
            let line = ByteBuffer(string: "HTTP/banana 200 perhaps\r\n\r\n")
            context.writeAndFlush(wrapOutboundOut(line), promise: nil)
            context.close(promise: nil)
        }
    }
}
