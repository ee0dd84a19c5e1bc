import Files
import Foundation

/// The bytes of a file or of a part of it, read in chunks off the caller's executor.
struct FileBytes: AsyncSequence, Sendable {
    typealias Element = Data
    typealias Failure = TransportError

    let file: URL
    /// The file's size when the body was created. Reading throws if the size has changed since, because the
    /// Content-Length that was sent would be wrong.
    let expectedLength: Int64
    /// `nil` for the whole file.
    var part: Range<Int64>?

    static var chunkSize: Int { 256 * 1024 }

    func makeAsyncIterator() -> Iterator {
        Iterator(
            file: file, end: part?.upperBound ?? expectedLength, isPart: part != nil, offset: part?.lowerBound ?? 0)
    }

    struct Iterator: AsyncIteratorProtocol {
        let file: URL
        let end: Int64
        let isPart: Bool
        var opened: OpenFile?
        var offset: Int64
        var isFinished = false

        mutating func next() async throws(TransportError) -> Data? {
            try await read()
        }

        mutating func next(isolation actor: isolated (any Actor)?) async throws(TransportError) -> Data? {
            try await read()
        }

        private mutating func read() async throws(TransportError) -> Data? {
            guard !isFinished else { return nil }
            // One byte more than a whole file has: it shows that the file became longer.
            let limit = Int(clamping: end - offset + (isPart ? 0 : 1))
            let (opened, chunk) = try await Self.read(from: opened, or: file, at: offset, atMost: limit)
            self.opened = opened
            guard !chunk.isEmpty else {
                isFinished = true
                self.opened = nil
                guard offset == end else {
                    throw .requestBody(reason: "The file \(file.lastPathComponent) became shorter during the upload.")
                }
                return nil
            }
            offset += Int64(chunk.count)
            guard offset <= end else {
                throw .requestBody(reason: "The file \(file.lastPathComponent) became longer during the upload.")
            }
            return chunk
        }

        /// Runs off the caller's executor, because disk reads block. The chunk is empty at the end of the file.
        @concurrent
        private static func read(
            from opened: OpenFile?, or file: URL, at offset: Int64, atMost limit: Int
        ) async throws(TransportError) -> (OpenFile, Data) {
            do {
                let opened = try opened ?? OpenFile(file: PosixFile(file.path, O_RDONLY))
                return (opened, try opened.chunk(at: offset, atMost: Swift.min(limit, FileBytes.chunkSize)))
            } catch {
                throw .requestBody(reason: "The file \(file.lastPathComponent) can't be read.")
            }
        }
    }

    /// A class, because an iterator can be copied and a ``PosixFile`` can't. On Linux, a `FileHandle` would read each
    /// chunk in blocks of 4 KiB.
    final class OpenFile: Sendable {
        private let file: PosixFile

        init(file: consuming PosixFile) {
            self.file = file
        }

        /// Its memory is not filled with zeros first, which would take as long as the reading.
        func chunk(at offset: Int64, atMost limit: Int) throws -> Data {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: limit, alignment: 16)
            do {
                let count = try file.read(into: buffer, at: offset)
                guard let start = buffer.baseAddress, count > 0 else {
                    buffer.deallocate()
                    return Data()
                }
                return Data(bytesNoCopy: start, count: count, deallocator: .custom { start, _ in start.deallocate() })
            } catch {
                buffer.deallocate()
                throw error
            }
        }
    }
}
