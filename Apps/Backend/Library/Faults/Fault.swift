import Foundation
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// An armed fault: its settings, the paths that it affects, and the number of requests left.
struct Fault: Equatable, Sendable {
    /// A value that a setting may have, with its default.
    enum Setting: Sendable {
        case whole(ClosedRange<Int>, Int?)
        case oneOf([Int], Int)
        case word([String])
        case path
    }

    /// The settings of each fault. All have `count` and `path` too, and a resource's own faults only these.
    static let settings: [String: [String: Setting]] = [
        // The next requests get this status, and no route runs.
        "refuse": [
            "status": .oneOf([429, 500, 502, 503, 504], 503), "retry_after": .whole(0...86_400, nil),
            "retry_after_as": .word(["seconds", "date"]),
        ],
        // The next responses are delayed.
        "delay": ["milliseconds": .whole(0...60_000, 1000)],
        // The bodies of the next responses are sent in pieces of so many bytes, with a pause after each.
        "drip": ["bytes": .whole(1...1_048_576, 1), "milliseconds": .whole(1...60_000, 100)],
        // The next responses whose body is longer end there, before their `Content-Length`.
        "cut": ["after": .whole(0...1_073_741_824, 0), "how": .word(["close", "reset"])],
        // The next responses whose body is longer are shortened, and their `Content-Length` with them. Only a digest
        // or the content reveals it.
        "truncate": ["to": .whole(0...1_073_741_824, 0)],
        // The connections of the next requests are closed without a response, so their clients cannot know whether
        // the server processed them.
        "hang-up": ["how": .word(["reset", "close"]), "when": .word(["before", "after"])],
        // The next requests get bytes that are not HTTP, and no route runs.
        "garble": [:],
        // The next requests get an error page, and no route runs.
        "html": ["status": .whole(400...599, 500)],
    ]
    private static let common: [String: Setting] = ["count": .whole(0...10_000, 1), "path": .path]

    private(set) var numbers: [String: Int] = [:]
    private(set) var words: [String: String] = ["path": "/"]

    /// Reads the JSON object that arms a fault. Unknown keys are errors, because a misspelled setting would arm a
    /// different fault than the test expects.
    /// - Throws: ``Problem/validationFailed(_:)``.
    init(_ name: String, _ values: [String: Value]) throws(Problem) {
        let settings = (Self.settings[name] ?? [:]).merging(Self.common) { $1 }
        var errors: [FieldError] = []
        for (key, setting) in settings.sorted(by: { $0.key < $1.key }) {
            switch (setting, values[key]) {
            case (.whole(_, let standard), nil): numbers[key] = standard
            case (.oneOf(_, let standard), nil): numbers[key] = standard
            case (.word(let allowed), nil): words[key] = allowed[0]
            case (.path, nil): break
            case (.whole(let range, _), .whole(let number)) where range.contains(number): numbers[key] = number
            case (.oneOf(let allowed, _), .whole(let number)) where allowed.contains(number): numbers[key] = number
            case (.word(let allowed), .text(let word)) where allowed.contains(word): words[key] = word
            case (.path, .text(let path)) where path.hasPrefix("/") && path.utf8.count <= 1000: words[key] = path
            case (.whole(let range, _), _): errors.append(.outOfRange(key, range))
            case (.oneOf(let allowed, _), _):
                errors.append(.invalid(key, "This must be one of \(allowed.map(String.init).joined(separator: ", "))."))
            case (.word(let allowed), _):
                errors.append(.invalid(key, "This must be one of \(allowed.joined(separator: ", "))."))
            case (.path, _): errors.append(.invalid(key, "This must begin with a slash."))
            }
        }
        for key in values.keys.sorted() where settings[key] == nil {
            errors.append(FieldError(field: key, code: "unexpected", message: "This fault has no such setting."))
        }
        guard errors.isEmpty else { throw .validationFailed(errors) }
    }

    /// Counts a request; `false` without counting it if the fault does not affect it.
    mutating func consume(_ path: String, where applies: (Fault) -> Bool) -> Bool {
        guard let count = numbers["count"], count > 0, path.hasPrefix(words["path"] ?? "/"), applies(self) else {
            return false
        }
        numbers["count"] = count - 1
        return true
    }

    /// A value of the JSON object.
    enum Value: Decodable, Sendable {
        case whole(Int)
        case text(String)
        case other

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Int.self) {
                self = .whole(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else {
                self = .other
            }
        }
    }
}

/// A fault switch has closed the connection, so there is no response.
public struct ConnectionEnded: Error {
    /// Whether bytes that were written before may be lost.
    public let isReset: Bool

    /// Closes a connection. Without a reset, the client receives all that was written, and then the end of the stream.
    /// - Throws: itself always, because no response can be sent.
    static func close(_ channel: (any Channel)?, _ how: String?) async throws -> Never {
        let isReset = how == "reset"
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
