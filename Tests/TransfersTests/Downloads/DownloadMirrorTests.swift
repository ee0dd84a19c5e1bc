import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Synchronization
import TestSupport
import Testing

@testable import Transfers

@Suite("Redirected downloads", .timeLimit(.minutes(10)))
struct DownloadMirrorTests {
    private let content = Data.pattern(50_000)
    /// The same length as the other mirror's file, with the same tag on its own server.
    private let other = Data(Data.pattern(50_000).reversed())

    /// A server that redirects each request to the next of `locations`; `nil` means that it sends the file itself. The
    /// first response with the file is cut after 30,000 bytes.
    private func withHarness(
        _ locations: [String?], _ contents: [String: Data], _ check: (DownloadHarness) async throws -> Void
    ) async throws {
        let waiting = Mutex(locations[...])
        let cuts = Mutex([30_000][...])
        try await withTemporaryFolder { folder in
            let harness = try DownloadHarness(in: folder, interceptors: [RedirectInterceptor()]) { request in
                let host = request.head.authority ?? ""
                if host == "api.example.com", request.head.path == "/file",
                    let location = waiting.withLock({ $0.popFirst() }).flatMap({ $0 })
                {
                    return .empty(.found, fields: [.location: location])
                }
                let cut = cuts.withLock { $0.popFirst() }
                return .file(contents[host] ?? Data(), for: request) { body in
                    cut.map { .cut(body, after: $0) } ?? .data(body)
                }
            }
            try await check(harness)
        }
    }

    /// Host, Range and If-Range of every request that returned the file or a part of it.
    private func fields(_ harness: DownloadHarness) -> [[String?]] {
        harness.server.requests.filter { $0.authority != "api.example.com" || $0.path != "/file" }.map {
            [$0.authority, $0.headerFields[.range], $0.headerFields[.ifRange]]
        }
    }

    private func digest(of data: Data) throws -> ExpectedDigest {
        var hash = FakeHashing().begin()
        data.withUnsafeBytes { hash.update($0) }
        return try #require(ExpectedDigest(hash.digest().hexadecimal, by: FakeHashing()))
    }

    @Test("a download redirected to another mirror has only that mirror's bytes, even if tag and length are the same")
    func otherMirror() async throws {
        let mirrors = ["one.example": content, "two.example": other]
        try await withHarness(["https://one.example/f", "https://two.example/f", "https://two.example/f"], mirrors) {
            harness in
            try await harness.download()
            #expect(try Data(contentsOf: harness.file) == other)
            #expect(harness.decisions.contains(.restarted(.otherVersion)))
        }
    }

    @Test("a download redirected to another resource of the origin has only that resource's bytes")
    func otherResource() async throws {
        let requests = Mutex(0)
        let (content, other) = (content, other)
        try await withTemporaryFolder { folder in
            let harness = try DownloadHarness(in: folder, interceptors: [RedirectInterceptor()]) { request in
                let path = request.head.path ?? ""
                if path == "/file" {
                    let number = requests.withLock { count in
                        count += 1
                        return count
                    }
                    return .empty(.found, fields: [.location: number == 1 ? "/get?name=old" : "/get?name=new"])
                }
                guard path == "/get?name=old" else { return .file(other, for: request) }
                return .file(content, for: request) { .cut($0, after: 30_000) }
            }
            try await harness.download()
            #expect(try Data(contentsOf: harness.file) == other)
        }
    }

    @Test("a download redirected to the same mirror continues there, and sends its tag to no other server")
    func sameMirror() async throws {
        let mirror = "https://one.example/f"
        try await withHarness([mirror, mirror], ["one.example": content]) { harness in
            try await harness.download()
            #expect(try Data(contentsOf: harness.file) == content)
            #expect(fields(harness) == [["one.example", nil, nil], ["one.example", "bytes=30000-", nil]])
            #expect(harness.server.requests.allSatisfy { $0.headerFields[.ifRange] == nil })
        }
    }

    @Test("a download redirected to a mirror after a part from the server itself sends neither Range nor tag there")
    func fromServerToMirror() async throws {
        let contents = ["api.example.com": content, "one.example": other]
        try await withHarness([nil, "https://one.example/f"], contents) { harness in
            try await harness.download()
            #expect(harness.server.requests.map { $0.headerFields[.ifRange] } == [nil, "\"v1\"", nil])
            #expect(fields(harness) == [["one.example", nil, nil]])
            #expect(try Data(contentsOf: harness.file) == other)
        }
    }

    @Test("a download redirected to a newly signed URL each time continues if a digest is expected")
    func signedEachTime() async throws {
        let locations = ["https://one.example/f?signature=1", "https://one.example/f?signature=2"]
        try await withHarness(locations, ["one.example": content]) { harness in
            try await harness.download(expecting: digest(of: content))
            #expect(try Data(contentsOf: harness.file) == content)
            #expect(fields(harness).last == ["one.example", "bytes=30000-", nil])
        }
    }

    @Test("a download redirected to a mirror with other bytes is not published if a digest is expected")
    func mixed() async throws {
        let mirrors = ["one.example": content, "two.example": other]
        try await withHarness(["https://one.example/f", "https://two.example/f"], mirrors) { harness in
            let error = await #expect(throws: NetworkError.self) {
                try await harness.download(expecting: digest(of: content))
            }
            guard case .digestMismatch = error?.cause.downloadFailure else {
                Issue.record("got \(String(describing: error))")
                return
            }
            let names = try harness.names
            #expect(names.isEmpty)
        }
    }
}
