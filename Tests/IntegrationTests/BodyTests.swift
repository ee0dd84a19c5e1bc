#if os(Linux)
import Foundation
import NIOTransport
import Networking
import Primitives
import RawSocketServer
import RemoteServices
import EngineTestSupport
import Testing

@Suite("Bodies over sockets", .timeLimit(.minutes(10)))
struct BodyTests {
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
                        let before = try Self.peakMemory()
                        _ = try await stack.guest.send(.upload(Self.form(of: 64 * 1024 * 1024, in: folder)))
                        let growth = try Self.peakMemory() - before
                        print("64 MiB sent, peak memory grew by \(growth / 1024) KiB.")
                        #expect(growth < 16 * 1024 * 1024)
                    }
                }
            }
        }
    }

    /// The peak resident set size in bytes (VmHWM of proc(5)).
    private static func peakMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber))) * 1024
    }

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
}

extension Endpoint where Access: GuestScope, Response == Data {
    fileprivate static func upload(_ form: MultipartForm) -> Self {
        Endpoint(.post, "/upload", body: .multipart(form), response: .data)
    }
}
#endif
