import Files
import Foundation
import Networking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request's body in a form that URLSession can send.
struct Upload: Sendable {
    enum Source: Sendable {
        case nothing
        case data(Data)
        case file(SpooledFile)
    }

    private let source: Source
    /// In bytes.
    let length: Int64

    /// - Parameter file: the URL of a temporary file, for a large streamed body.
    init(_ body: RequestBody, file: @autoclosure () -> URL) async throws(TransportError) {
        switch body {
        case .empty: (source, length) = (.nothing, 0)
        case .data(let data): (source, length) = (data.isEmpty ? .nothing : .data(data), Int64(data.count))
        case .stream(let stream): (source, length) = try await Source.spooling(stream, file: file())
        }
    }

    /// Makes a task of `session` that sends `request` with this body.
    func makeTask(_ request: URLRequest, in session: URLSession) -> URLSessionTask {
        switch source {
        case .nothing: session.dataTask(with: request)
        case .data(let data): session.uploadTask(with: request, from: data)
        case .file(let file): session.uploadTask(with: request, fromFile: file.url)
        }
    }
}

extension Upload.Source {
    /// The largest body that stays in memory, in bytes.
    private static var memoryLimit: Int { 1024 * 1024 }

    /// Reads a streamed body to its end before the request is sent, and returns its length. URLSession on libcurl
    /// requests bytes with a blocking call, which would stop all exchanges of the session until bytes arrive.
    @concurrent
    static func spooling(
        _ stream: RequestBody.Streamed, file url: URL
    ) async throws(TransportError) -> (source: Upload.Source, length: Int64) {
        var iterator = stream.open().makeAsyncIterator()
        var start = Data()
        while start.count <= memoryLimit {
            try checkCancellation()
            guard let piece = try await iterator.next() else {
                try check(Int64(start.count), against: stream.length)
                return (start.isEmpty ? .nothing : .data(start), Int64(start.count))
            }
            start.append(piece)
        }
        do {
            let file = try SpooledFile(at: url, start)
            let handle = try FileHandle(forWritingTo: file.url)
            var length = Int64(try handle.seekToEnd())
            while let piece = try await iterator.next() {
                try checkCancellation()
                try handle.write(contentsOf: piece)
                length += Int64(piece.count)
            }
            try handle.close()
            try check(length, against: stream.length)
            return (.file(file), length)
        } catch let error as TransportError {
            throw error
        } catch {
            throw .requestBody(
                reason: "The body can't be written to a temporary file: \(error.localizedDescription)")
        }
    }

    /// A body that never suspends does not check for cancellation itself.
    private static func checkCancellation() throws(TransportError) {
        if Task.isCancelled { throw .cancelled }
    }

    private static func check(_ length: Int64, against announced: Int64?) throws(TransportError) {
        guard let announced, announced != length else { return }
        throw .requestBody(
            reason: "The request body does not match its declared length. Declare the right length, or none.")
    }
}

/// A temporary file with a body to send, readable only by this user. It is deleted when the last reference is released.
/// If the process is killed, the file stays in the system's folder for temporary files.
final class SpooledFile: Sendable {
    let url: URL

    /// Creates a file at `url` that begins with `start`.
    init(at url: URL, _ start: Data) throws(FileError) {
        self.url = url
        try PosixFile(url.path, O_CREAT | O_EXCL | O_WRONLY).write(start, at: 0)
    }

    deinit {
        // A failure can't be reported from here.
        try? FileManager.default.removeItem(at: url)
    }
}
