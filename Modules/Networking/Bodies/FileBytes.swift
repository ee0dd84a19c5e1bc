import Foundation

/// A file's bytes, read in chunks off the caller's executor.
struct FileBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    let file: URL
    /// The file's size when the body was created. Reading throws if the size has changed since, because the
    /// Content-Length that was sent would be wrong.
    let expectedLength: Int64

    static var chunkSize: Int { 64 * 1024 }

    func makeAsyncIterator() -> Iterator {
        Iterator(file: file, remaining: expectedLength)
    }

    struct Iterator: AsyncIteratorProtocol {
        let file: URL
        var remaining: Int64
        var handle: FileHandle?
        var isFinished = false

        mutating func next() async throws(TransportError) -> Data? {
            try await read()
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            try await read()
        }

        private mutating func read() async throws(TransportError) -> Data? {
            guard !isFinished else { return nil }
            let (open, chunk) = try await Self.read(from: handle, or: file)
            handle = open
            guard let chunk else {
                isFinished = true
                handle = nil
                guard remaining == 0 else {
                    throw .requestBody(reason: "The file \(file.lastPathComponent) became shorter during the upload.")
                }
                return nil
            }
            remaining -= Int64(chunk.count)
            guard remaining >= 0 else {
                throw .requestBody(reason: "The file \(file.lastPathComponent) became longer during the upload.")
            }
            return chunk
        }

        /// Runs off the caller's executor, because disk reads block.
        @concurrent
        private static func read(
            from handle: sending FileHandle?, or file: URL
        ) async throws(TransportError) -> sending (FileHandle, Data?) {
            do {
                let handle = try handle ?? FileHandle(forReadingFrom: file)
                let chunk = try handle.read(upToCount: FileBytes.chunkSize)
                return (handle, chunk?.isEmpty == true ? nil : chunk)
            } catch {
                throw .requestBody(reason: "The file \(file.lastPathComponent) can't be read.")
            }
        }
    }
}
