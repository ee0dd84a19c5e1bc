import Foundation
import Networking
import NetworkingTestSupport
import TestSupport
import Testing

@Suite("Files as request bodies")
struct FileBytesTests {
    private func withFile(
        _ bytes: Data, _ check: (URL, RequestBody) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "upload.bin")
            try bytes.write(to: file)
            let part = try MultipartForm.Part.file("f", at: file, contentType: "application/octet-stream")
            let form = MultipartForm(parts: [part], boundary: SequentialIdentifierSource.identifier(1))
            try await check(file, form.requestBody)
        }
    }

    private func expectRequestBodyError(_ body: RequestBody, mentions name: String) async {
        do throws(TransportError) {
            let bytes = try await body.read()
            Issue.record("\(bytes.count) bytes were sent, \(body.length ?? -1) announced")
        } catch {
            guard case .requestBody(let reason) = error else {
                Issue.record("expected a body error, got \(error)")
                return
            }
            #expect(reason.contains(name))
            #expect(reason.hasSuffix("."))
        }
    }

    @Test("a file is read in pieces of at most 64 KiB", arguments: [0, 1, 65_535, 65_536, 65_537, 5_000_000])
    func pieces(size: Int) async throws {
        let bytes = Data.pattern(size)
        try await withFile(bytes) { _, body in
            let pieces = try await body.readPieces()
            #expect(pieces.allSatisfy { !$0.isEmpty && $0.count <= 65_536 })
            #expect(pieces.count <= 4 + size / 65_536)
            let all = pieces.reduce(into: Data()) { $0.append($1) }
            let end = Data("\r\n--boundary-00000000-0000-4000-8000-000000000001--\r\n".utf8)
            #expect(all.dropLast(end.count).suffix(size) == bytes)
            #expect(body.length == Int64(all.count))
        }
    }

    @Test("a file that became shorter fails the request body", arguments: [0, 1, 99_999])
    func shorter(size: Int) async throws {
        try await withFile(Data(count: 100_000)) { file, body in
            try Data(count: size).write(to: file)
            await expectRequestBodyError(body, mentions: "shorter")
        }
    }

    @Test(
        "a file that became longer fails the request body, and no byte beyond the announced length is read",
        arguments: [1, 200_000])
    func longer(excess: Int) async throws {
        try await withFile(Data(count: 100_000)) { file, body in
            try Data(count: 100_000 + excess).write(to: file)
            await expectRequestBodyError(body, mentions: "longer")
        }
    }

    @Test("a removed file is an error that names the file without its folder")
    func removed() async throws {
        try await withFile(Data(count: 10)) { file, body in
            try FileManager.default.removeItem(at: file)
            await expectRequestBodyError(body, mentions: "upload.bin")
        }
    }

    @Test("two attempts can read a file at the same time")
    func twoReaders() async throws {
        let bytes = Data.pattern(300_000)
        try await withFile(bytes) { _, body in
            async let first = body.read()
            async let second = body.read()
            let (left, right) = try await (first, second)
            #expect(left == right)
        }
    }

    @Test("a file that shrank between two attempts fails the second as a body error")
    func betweenAttempts() async throws {
        try await withFile(Data(count: 100_000)) { file, body in
            let transport = FakeTransport { _ in .json(#"{"name":"pen"}"#) }
            let interceptor = MockInterceptor { call, next throws(NetworkError) in
                var call = call
                call.body = body
                _ = try await next(call)
                do {
                    try Data(count: 5).write(to: file)
                } catch {
                    Issue.record(error)
                }
                return try await next(call)
            }
            let session = try Client.fixture(transport: transport, interceptors: [interceptor]).session(
                for: TestGuest.self)
            let error = await expectError(
                .transport(.requestBody(reason: "The file \(file.lastPathComponent) became shorter during the upload."))
            ) { try await session.send(.item) }
            #expect(error?.metadata.attempts == 2)
            #expect(error?.isRetryable == false)
        }
    }
}
