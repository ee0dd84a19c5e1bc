import Foundation
import NIOTransport
import Networking
import Primitives
import RawSocketServer
import RemoteServices
import Synchronization
import TestSupport
import Testing

@Suite("Bodies over sockets", .timeLimit(.minutes(10)))
struct BodyTests {
    @Test("a kilobyte of gzip that decodes to a megabyte ends at the body limit", arguments: [64 * 1024, 1024 * 1024])
    func bomb(limit: Int) async throws {
        try await RawSocketServer.withServer { server in
            server.serve { connection in
                try await connection.receiveRequest()
                try await connection.respond(200, ["Content-Encoding: gzip"], body: Self.megabyteOfZeros)
                await connection.waitForEnd()
            }
            var configuration = NIOTransportConfiguration()
            configuration.decodedBodyLimit = limit
            try await NIOTransport.withTransport(configuration: configuration) { transport in
                let stack = try NetworkStack(at: server.authority, over: transport)
                let result: Result<Data, NetworkError>
                do throws(NetworkError) {
                    result = .success(try await stack.guest.send(.bytes(.get, "/")))
                } catch {
                    result = .failure(error)
                }
                if limit < 1024 * 1024 {
                    #expect(result.failure?.cause == .transport(.responseTooLarge(limit: limit)))
                    #expect(stack.retries.isEmpty, "the next response would be as large")
                } else {
                    #expect(try result.get() == Data(count: 1024 * 1024))
                }
            }
        }
    }

    #if os(Linux)
    /// In a separate process that runs nothing else. Both client and server are in it.
    @Test("64 MiB are uploaded in a form while the process grows by less than a quarter of that")
    func constantMemory() async throws {
        await #expect(processExitsWith: .success) {
            try await withTemporaryFolder { folder in
                try await RawSocketServer.withServer { server in
                    server.serve { try await Self.swallow($0) }
                    try await NIOTransport.withTransport { transport in
                        let stack = try NetworkStack(at: server.authority, over: transport)
                        // Memory that a process allocates once, whatever it sends.
                        _ = try await stack.guest.send(.upload(Self.form(of: 1024 * 1024, in: folder)))
                        let before = try ProcessMemory.peak()
                        _ = try await stack.guest.send(.upload(Self.form(of: 64 * 1024 * 1024, in: folder)))
                        let growth = try ProcessMemory.peak() - before
                        print("64 MiB sent, peak memory grew by \(growth / 1024) KiB.")
                        #expect(growth < 16 * 1024 * 1024)
                    }
                }
            }
        }
    }
    #endif

    /// Responds to each upload with its length, and stores none of it.
    private static func swallow(_ connection: RawConnection) async throws {
        while true {
            let head = try await connection.receiveHead()
            let length = try await connection.skipBody(of: head)
            try await connection.respond(body: "\(length)")
        }
    }

    private static func form(of size: Int, in folder: URL) throws -> MultipartForm {
        let file = folder.appending(path: "\(size).bin")
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        // A sparse file: it has its length, and uses no space on the disk.
        try handle.truncate(atOffset: UInt64(size))
        try handle.close()
        return MultipartForm(
            parts: [.field("note", "zeros"), try .file("file", at: file, contentType: "application/octet-stream")],
            boundary: RandomIdentifierSource().next())
    }

    /// gzip at its maximum: the bytes between head and end are zeros too.
    private static var megabyteOfZeros: Data {
        let head: [UInt8] = [
            0x1F, 0x8B, 0x08, 0x00, 0x00, 0x00, 0x00, 0x00, 0x02, 0x03, 0xED, 0xC1, 0x31, 0x01, 0x00, 0x00,
            0x00, 0xC2, 0xA0, 0xF5, 0x4F, 0x6D, 0x08, 0x5F, 0xA0,
        ]
        let end: [UInt8] = [0x3E, 0x03, 0x1C, 0xEA, 0x38, 0xA7, 0x00, 0x00, 0x10, 0x00]
        return Data(head) + Data(count: 1016) + Data(end)
    }
}

extension Endpoint where Access: GuestScope, Response == Data {
    fileprivate static func upload(_ form: MultipartForm) -> Self {
        Endpoint(.post, "/upload", body: .multipart(form), response: .data)
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
