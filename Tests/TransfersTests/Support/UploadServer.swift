import Digests
import Foundation
import HTTPTypes
import Networking
import Primitives
import RawSocketServer
import Synchronization

/// A server of resumable uploads in memory: `POST /uploads`, then `HEAD` and `PATCH` of its Location. It counts the
/// files that it has completed, and replays the responses of requests with a key.
final class UploadServer: Sendable {
    struct Reply: Equatable {
        var status: Int
        var fields: HTTPFields = [:]
        var body = Data()
    }

    struct State {
        fileprivate(set) var requests: [HTTPRequest] = []
        /// The bytes of each completed upload, in order.
        fileprivate(set) var files: [Data] = []
        fileprivate(set) var created = 0
        fileprivate var replies: [String: Reply] = [:]
        var uploads: [String: Upload] = [:]
        /// For each response that creates an upload.
        var limits: String?
        /// Whether a stale append may add bytes until the next append begins, even after a HEAD has told the offset.
        var endsAppendsLate = false
    }

    struct Upload {
        fileprivate let length: Int
        fileprivate let digest: String
        var bytes = Data()
        fileprivate var isComplete = false
        /// The number of the append that may add bytes: a later request ends an earlier one.
        fileprivate var append = 0
    }

    /// An append at the right offset.
    struct Append {
        fileprivate let path: String
        fileprivate let number: Int
    }

    let state = Mutex(State())

    var requests: [HTTPRequest] { state.withLock { $0.requests } }
    var files: [Data] { state.withLock { $0.files } }

    /// Forgets the uploads that are not complete, as if they had expired.
    func expire() {
        state.withLock { state in state.uploads = state.uploads.filter { $0.value.isComplete } }
    }

    func forgetKeys() {
        state.withLock { $0.replies = [:] }
    }

    /// Receives the head of a request. `nil` if it adds no bytes.
    func begin(_ request: HTTPRequest) -> Append? {
        state.withLock { state in
            state.requests.append(request)
            guard let path = request.path, var upload = state.uploads[path] else { return nil }
            // An earlier append has ended.
            if request.method == .patch || !state.endsAppendsLate { upload.append += 1 }
            state.uploads[path] = upload
            let isAppend = request.method == .patch && request.headerFields[.complete] == "?0" && !upload.isComplete
            guard isAppend, request.headerFields[.offset] == "\(upload.bytes.count)" else { return nil }
            return Append(path: path, number: upload.append)
        }
    }

    /// Receives bytes of a body.
    func keep(_ bytes: Data, of append: Append?) {
        guard let append else { return }
        state.withLock { state in
            guard let upload = state.uploads[append.path], upload.append == append.number else { return }
            state.uploads[append.path]?.bytes.append(bytes.prefix(upload.length - upload.bytes.count))
        }
    }

    /// The response to a request whose body has arrived.
    func end(_ request: HTTPRequest, _ append: Append?) -> Reply {
        state.withLock { state in
            let key = request.headerFields[.key]
            if let key, let reply = state.replies[key] { return reply }
            let reply = state.respond(to: request, append)
            // Refusals too: a client must not repeat a refused request under its key.
            if let key { state.replies[key] = reply }
            return reply
        }
    }

    func respond(to request: HTTPRequest, body: Data = Data()) -> Reply {
        let append = begin(request)
        keep(body, of: append)
        return end(request, append)
    }
}

extension UploadServer.State {
    fileprivate mutating func respond(to request: HTTPRequest, _ append: UploadServer.Append?) -> UploadServer.Reply {
        let (path, fields) = (request.path ?? "", request.headerFields)
        if path == "/uploads" { return create(fields) }
        guard let upload = uploads[path] else { return UploadServer.Reply(status: 404) }
        let offset: HTTPFields = [
            .offset: "\(upload.bytes.count)", .length: "\(upload.length)",
            .complete: upload.isComplete ? "?1" : "?0;final=no",
        ]
        if request.method == .head { return UploadServer.Reply(status: 204, fields: offset) }
        if upload.isComplete { return .problem("completed-upload", 400) }
        if append != nil { return UploadServer.Reply(status: 204, fields: offset) }
        guard fields[.offset] == "\(upload.bytes.count)" else { return .problem("mismatching-upload-offset", 409) }
        guard fields[.complete] == "?1" else { return .problem("mismatching-upload-offset", 409) }
        guard upload.bytes.count == upload.length, upload.bytes.digestField == upload.digest else {
            uploads[path] = nil
            return UploadServer.Reply(status: 422)
        }
        uploads[path]?.isComplete = true
        files.append(upload.bytes)
        return UploadServer.Reply(status: 201, fields: [.location: path], body: Data(#"{"id":"\#(path)"}"#.utf8))
    }

    private mutating func create(_ fields: HTTPFields) -> UploadServer.Reply {
        guard let length = fields[.length].flatMap({ Int($0) }), fields[.complete] == "?0" else {
            return UploadServer.Reply(status: 400)
        }
        created += 1
        uploads["/uploads/\(created)"] = UploadServer.Upload(length: length, digest: fields[.digest] ?? "")
        var reply = UploadServer.Reply(status: 201, fields: [.location: "/uploads/\(created)", .offset: "0"])
        reply.fields[.limit] = limits
        return reply
    }
}

extension UploadServer.Reply {
    static func problem(_ name: String, _ status: Int) -> Self {
        let type = "https://iana.org/assignments/http-problem-types#\(name)"
        return Self(
            status: status, fields: [.contentType: "application/problem+json"], body: Data(#"{"type":"\#(type)"}"#.utf8)
        )
    }

    var response: ServerResponse {
        ServerResponse(head: HTTPResponse(status: .init(code: status), headerFields: fields), body: .data(body))
    }
}

/// What a server has just done.
enum UploadMoment: Equatable {
    case received(bytes: Int)
    /// The effect of this request has happened, and its response has not been sent.
    case decided(HTTPRequest.Method, isComplete: Bool)
    case answered(HTTPRequest.Method, isComplete: Bool)
}

extension UploadServer {
    /// Serves the requests of one connection.
    func serve(_ connection: RawConnection, at moment: @Sendable (UploadMoment) -> Void = { _ in }) async throws {
        while true {
            let head = try await connection.receiveHead()
            var request = HTTPRequest(
                method: HTTPRequest.Method(String(head.line.prefix { $0 != " " })) ?? .get, scheme: "http",
                authority: head["Host"], path: head.target)
            for (name, value) in head.fields {
                if let name = HTTPField.Name(name) { request.headerFields[name] = value }
            }
            let append = begin(request)
            var count = 0
            try await connection.receiveBody(of: head) { piece in
                keep(piece, of: append)
                count += piece.count
                moment(.received(bytes: count))
            }
            let reply = end(request, append)
            let isComplete = request.headerFields[.complete] == "?1"
            moment(.decided(request.method, isComplete: isComplete))
            var fields = reply.fields.map { "\($0.name): \($0.value)" }
            if reply.status != 204 { fields.append("Content-Length: \(reply.body.count)") }
            try await connection.send(
                Data((["HTTP/1.1 \(reply.status) Scripted"] + fields + ["", ""]).joined(separator: "\r\n").utf8)
                    + reply.body)
            moment(.answered(request.method, isComplete: isComplete))
        }
    }
}

extension Data {
    /// As a Repr-Digest field (RFC 9530).
    fileprivate var digestField: String {
        var hash = SHA256Hashing().begin()
        withUnsafeBytes { hash.update($0) }
        return "sha-256=:\(hash.digest().bytes.base64EncodedString()):"
    }
}

// The names are valid tokens.
extension HTTPField.Name {
    static var offset: Self { Self("Upload-Offset") ?? .from }
    static var length: Self { Self("Upload-Length") ?? .from }
    static var complete: Self { Self("Upload-Complete") ?? .from }
    static var limit: Self { Self("Upload-Limit") ?? .from }
    static var digest: Self { Self("Repr-Digest") ?? .from }
    static var key: Self { Self("Idempotency-Key") ?? .from }
}
