import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOPosix

/// A client on AsyncHTTPClient alone. Its settings suit the load and switch off features that NIOTransport does not have
/// either: tracing, which is on by default and costs 28,000 instructions a call, and retries of a connection.
struct RawClient: Sendable {
    private let client: HTTPClient
    private let base: String
    private let decoder: JSONDecoder

    init(port: Int, connections: Int = 128) {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .http1Only
        configuration.tracing.tracer = nil
        client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton, configuration: configuration)
        base = "http://127.0.0.1:\(port)"
        decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
    }

    func user() async throws -> WireUser<Date> {
        let response = try await client.execute(HTTPClientRequest(url: "\(base)/users/1"), timeout: .seconds(30))
        let body = try await response.body.collect(upTo: 1024 * 1024)
        return try decoder.decode(WireUser<Date>.self, from: body)
    }

    /// A call that gets no response.
    func hold() async throws {
        _ = try await client.execute(HTTPClientRequest(url: "\(base)/hold"), timeout: .minutes(5))
    }

    /// How many calls the server has left without a response since its start.
    func held() async throws -> Int {
        let response = try await client.execute(HTTPClientRequest(url: "\(base)/held"), timeout: .minutes(5))
        return try decoder.decode(UploadCount.self, from: try await response.body.collect(upTo: 1024)).bytes
    }

    /// Sends a file as it is read.
    func upload(_ file: URL) async throws -> UploadCount {
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int64 ?? 0
        var request = HTTPClientRequest(url: "\(base)/upload")
        request.method = .POST
        request.body = .stream(FileBuffers(file: file), length: .known(size))
        let response = try await client.execute(request, timeout: .minutes(5))
        return try decoder.decode(UploadCount.self, from: try await response.body.collect(upTo: 1024))
    }

    /// Streams a body to a file and returns its length.
    func download(_ count: Int, to file: URL) async throws -> Int {
        let response = try await client.execute(HTTPClientRequest(url: "\(base)/bytes/\(count)"), timeout: .minutes(5))
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
            throw BenchmarkFailure("\(file.path) can't be created.")
        }
        let handle = try FileHandle(forWritingTo: file)
        defer { handle.closeFile() }
        var written = 0
        for try await buffer in response.body {
            try buffer.withUnsafeReadableBytes { bytes in
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = write(
                        handle.fileDescriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                    guard count > 0 else { throw BenchmarkFailure("write failed with \(errno)") }
                    rest = rest.dropFirst(count)
                    written += count
                }
            }
        }
        return written
    }

    func shutdown() async throws {
        try await client.shutdown()
    }
}

private struct FileBuffers: AsyncSequence, Sendable {
    typealias Element = ByteBuffer

    let file: URL

    func makeAsyncIterator() -> Iterator { Iterator(file: file) }

    struct Iterator: AsyncIteratorProtocol {
        let file: URL
        var handle: FileHandle?

        /// Reads with read(2), because `FileHandle` reads blocks of 4 KiB on Linux.
        mutating func next() async throws -> ByteBuffer? {
            let open = try handle ?? FileHandle(forReadingFrom: file)
            handle = open
            var buffer = ByteBufferAllocator().buffer(capacity: 256 * 1024)
            let count = buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: 256 * 1024) { bytes in
                Swift.max(read(open.fileDescriptor, bytes.baseAddress, bytes.count), 0)
            }
            return count > 0 ? buffer : nil
        }
    }
}
