import Foundation
import Networking

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
