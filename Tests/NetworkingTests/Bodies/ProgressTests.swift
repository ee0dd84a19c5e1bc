import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Synchronization
import TestSupport
import Testing

@Suite("Upload progress")
struct ProgressTests {
    private final class Record: Sendable {
        private let recorded = Mutex<[TransferProgress]>([])
        var all: [TransferProgress] { recorded.withLock { $0 } }
        func note(_ progress: TransferProgress) { recorded.withLock { $0.append(progress) } }
    }

    /// Sends `endpoint` to a transport that reads the whole body, and returns the reported progress.
    private func progress(
        of endpoint: Endpoint<TestGuest, Item>, interceptors: [any Interceptor] = []
    ) async throws -> (reports: [TransferProgress], transport: MockTransport) {
        let record = Record()
        let transport = MockTransport(responding: .json(#"{"name":"pen"}"#))
        let session = try Client.fixture(transport: transport, interceptors: interceptors)
            .session(for: TestGuest.self)
        _ = try await session.send(endpoint) { record.note($0) }
        return (record.all, transport)
    }

    private func expectMonotonic(_ reports: some Sequence<TransferProgress>, total: Int64) {
        var last: Int64 = 0
        for report in reports {
            #expect(report.completed > last)
            #expect(report.total == total)
            last = report.completed
        }
        #expect(last == total)
    }

    @Test(
        "upload progress grows with every accepted piece and ends at the total",
        arguments: [1, 65_536, 65_537, 1_000_000])
    func data(size: Int) async throws {
        let endpoint = Endpoint<TestGuest, Item>.post(.data(Data(count: size), contentType: "x/y"))
        let (reports, transport) = try await progress(of: endpoint)
        expectMonotonic(reports, total: Int64(size))
        #expect(reports.count == (size + 65_535) / 65_536)
        #expect(transport.calls.first?.body.length == Int64(size))
        #expect(transport.calls.first?.body.isReplayable == true)
    }

    @Test("upload progress of a file slice counts the slice only")
    func slice() async throws {
        let slice = Data(count: 200_000)[70_000..<170_000]
        expectMonotonic(
            try await progress(of: .post(.data(slice, contentType: "x/y"))).reports, total: 100_000)
    }

    @Test("upload progress of a form counts the bytes on the wire")
    func form() async throws {
        let form = MultipartForm(
            parts: [.field("a", "b"), .file("f", Data(count: 100_000), fileName: "f", contentType: "x/y")],
            boundary: SequentialIdentifierSource.identifier(1))
        let reports = try await progress(of: .post(.multipart(form))).reports
        expectMonotonic(reports, total: try #require(form.requestBody.length))
    }

    @Test("reporting progress does not make a one-shot body repeatable", arguments: [true, false])
    func oneShot(isReplayable: Bool) async throws {
        let stream = RequestBody.Streamed(length: 5, isReplayable: isReplayable) { ByteStream(Data("bytes".utf8)) }
        let (_, transport) = try await progress(of: .post(.stream(stream, contentType: "x/y")))
        #expect(transport.calls.first?.body.isReplayable == isReplayable)
    }

    @Test("upload progress pauses while a resent body catches up")
    func again() async throws {
        let twice = MockInterceptor { call, next throws(NetworkError) in
            _ = try await next(call)
            return try await next(call)
        }
        let reports = try await progress(
            of: .post(.data(Data(count: 100_000), contentType: "x/y")), interceptors: [twice]
        ).reports
        #expect(reports.map(\.completed) == [65_536, 100_000, 100_000, 100_000])
        #expect(reports.map(\.transferred) == [65_536, 100_000, 165_536, 200_000])
        #expect(reports.map(\.restarts) == [0, 0, 1, 1])
    }

    @Test("a piece counts as uploaded when the transport reads the next one")
    func accepted() async throws {
        let record = Record()
        let transport = MockTransport(responding: .json(#"{"name":"pen"}"#))
        let probe = MockInterceptor { call, next throws(NetworkError) in
            guard case .stream(let stream) = call.body else {
                Issue.record("the body is no stream")
                return try await next(call)
            }
            do throws(TransportError) {
                var iterator = stream.open().makeAsyncIterator()
                _ = try await iterator.next()
                #expect(record.all.isEmpty)
                _ = try await iterator.next()
                #expect(record.all.map(\.completed) == [65_536])
            } catch {
                Issue.record(error)
            }
            return .json(#"{"name":"pen"}"#)
        }
        let session = try Client.fixture(transport: transport, interceptors: [probe]).session(for: TestGuest.self)
        _ = try await session.send(.post(.data(Data(count: 100_000), contentType: "x/y"))) { record.note($0) }
    }

    @Test("a call without a body reports no progress and stays without a body")
    func empty() async throws {
        let (reports, transport) = try await progress(of: .item)
        #expect(reports.isEmpty)
        guard case .empty = transport.calls.first?.body else {
            Issue.record("a body that is empty is not no body: \(String(describing: transport.calls.first?.body))")
            return
        }
    }

    @Test(
        "the fraction of an upload stays between 0 and 1",
        arguments: [
            (0, 10, 0), (5, 10, 0.5), (10, 10, 1), (11, 10, 1), (0, 0, 1), (7, nil, nil),
        ] as [(Int64, Int64?, Double?)])
    func fraction(completed: Int64, total: Int64?, expected: Double?) {
        #expect(TransferProgress(completed: completed, total: total).fraction == expected)
    }
}
