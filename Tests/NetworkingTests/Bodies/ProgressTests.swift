import EngineTestSupport
import Foundation
import NetworkingTestSupport
import Testing

@testable import Networking

@Suite("Upload progress")
struct ProgressTests {
    private static let form = MultipartForm(
        parts: [.field("a", "b"), .file("f", Data(count: 100_000), fileName: "f", contentType: "x/y")],
        boundary: SequentialIdentifierSource.identifier(1))

    /// Sends `endpoint` to a transport that reads the whole body, and returns the reported progress.
    private func progress(
        of endpoint: Endpoint<TestGuest, Item>, interceptors: [any Interceptor] = []
    ) async throws -> (reports: [TransferProgress], transport: MockTransport) {
        let record = Recorder<TransferProgress>()
        let transport = MockTransport(responding: .json(#"{"name":"pen"}"#))
        _ = try await Session.guest(over: transport, through: interceptors).send(endpoint) { record.add($0) }
        return (record.all, transport)
    }

    @Test(
        "upload progress grows with every accepted piece and ends at the total, counted on the wire",
        arguments: [1, 65_536, 65_537, 1_000_000].map { (.data(Data(count: $0), contentType: "x/y"), $0) } + [
            (.data(Data(count: 200_000)[70_000..<170_000], contentType: "x/y"), 100_000),
            (.multipart(form), Int(form.requestBody.length ?? 0)),
        ] as [(EndpointBody, Int)])
    func body(body: EndpointBody, size: Int) async throws {
        let (reports, transport) = try await progress(of: .post(body))
        #expect(reports.map(\.completed) == Set(reports.map(\.completed)).sorted())
        #expect(reports.allSatisfy { $0.total == Int64(size) })
        #expect(reports.last?.completed == Int64(size))
        if case .data = body { #expect(reports.count == (size + 65_535) / 65_536) }
        #expect(transport.calls.first?.body.length == Int64(size))
        #expect(transport.calls.first?.body.isReplayable == true)
    }

    @Test("reporting progress does not make a one-shot body repeatable", arguments: [true, false])
    func oneShot(isReplayable: Bool) async throws {
        let stream = RequestBody.Streamed(length: 5, isReplayable: isReplayable) { ByteStream(Data("bytes".utf8)) }
        let (_, transport) = try await progress(of: .post(.stream(stream, contentType: "x/y")))
        #expect(transport.calls.first?.body.isReplayable == isReplayable)
    }

    @Test("upload progress pauses while a resent body catches up")
    func again() async throws {
        let reports = try await progress(
            of: .post(.data(Data(count: 100_000), contentType: "x/y")), interceptors: [MockInterceptor.twice()]
        ).reports
        #expect(reports.map(\.completed) == [65_536, 100_000, 100_000, 100_000])
        #expect(reports.map(\.transferred) == [65_536, 100_000, 165_536, 200_000])
        #expect(reports.map(\.restarts) == [0, 0, 1, 1])
    }

    @Test("a piece counts as uploaded when the transport reads the next one")
    func accepted() async throws {
        let record = Recorder<TransferProgress>()
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
        let session = try Session.guest(over: MockTransport(), through: [probe])
        _ = try await session.send(.post(.data(Data(count: 100_000), contentType: "x/y"))) { record.add($0) }
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

@Suite("Transfer meter")
struct TransferMeterTests {
    @Test("one slow second after ten fast ones changes the rate by less than a third of the difference")
    func smoothing() throws {
        var meter = TransferMeter(total: nil, at: .zero)
        for second in 1...10 { meter.moved(1_000, at: .seconds(second)) }
        meter.moved(0, at: .seconds(11))
        let rate = try #require(meter.progress.bytesPerSecond)
        #expect(rate > 667 && rate < 1_000)
        for second in 12...40 { meter.moved(0, at: .seconds(second)) }
        #expect(try #require(meter.progress.bytesPerSecond) < 1)
    }

    @Test("a meter reports no rate without a measurement, and no remaining time without a total or a rate")
    func unknown() {
        var meter = TransferMeter(total: nil, at: .zero)
        #expect(meter.progress == TransferProgress(completed: 0, total: nil, transferred: 0))
        meter.moved(50, at: .milliseconds(99))
        #expect(meter.progress.bytesPerSecond == nil)
        meter.moved(950, at: .seconds(1))
        #expect(meter.progress.bytesPerSecond == 1_000)
        #expect(meter.progress.remaining == nil && meter.progress.fraction == nil)
        meter.total = 2_000
        #expect(meter.progress.remaining == .seconds(1))
        for second in 2...60 { meter.moved(0, at: .seconds(second)) }
        #expect(meter.progress.remaining == nil)
    }

    @Test("a meter never goes back: a restarted transfer pauses until it has caught up")
    func restart() {
        var meter = TransferMeter(total: 100, at: .zero)
        meter.moved(60, at: .seconds(1))
        meter.restarted()
        #expect(meter.progress.completed == 60)
        meter.moved(40, at: .seconds(2))
        #expect(meter.progress.completed == 60)
        #expect(meter.progress.transferred == 100)
        #expect(meter.progress.restarts == 1)
        // The remaining bytes are counted from the transfer's real position.
        #expect((meter.progress.remaining ?? .zero) > .seconds(1))
        meter.moved(60, at: .seconds(3))
        #expect(meter.progress.completed == 100)
    }

    @Test("bytes from an earlier run count as done but not towards the rate, and decoded bytes are not on the wire")
    func resumed() {
        var meter = TransferMeter(position: 900, total: 1_000, at: .zero)
        meter.moved(10, at: .seconds(1))
        #expect(meter.progress.completed == 910)
        #expect(meter.progress.transferred == 10)
        #expect(meter.progress.bytesPerSecond == 10)
        #expect(meter.progress.remaining == .seconds(9))
        meter.isEncoded = true
        #expect(meter.progress.transferred == nil)
    }

    @Test("a meter reports at most once per interval")
    func interval() {
        var meter = TransferMeter(total: nil, at: .zero)
        let said = (0..<100).filter { meter.progress(every: .milliseconds(50), at: .milliseconds($0)) != nil }
        #expect(said == [0, 50])
    }
}
