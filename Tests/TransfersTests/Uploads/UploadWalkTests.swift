import Digests
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import NetworkingTestSupport
import Primitives
import Synchronization
import Testing

@testable import Transfers

@Suite("Uploads to faulty servers from a process that crashes", .timeLimit(.minutes(10)))
struct UploadWalkTests {
    /// What a walk has met.
    private struct Course {
        var runs = 0
        var resumptions = 0
        var replays = 0
        var conflicts = 0
        var restarts = 0
    }

    private struct Crash: Error {}

    private func walk(seed: UInt64) throws -> Course {
        let random = SeededRandomSource(seed: seed)
        func happens(_ share: UInt64, in all: UInt64) -> Bool { random.next() % all < share }
        let content = Data.random(Int(random.next() % 400), from: random)
        let server = UploadServer()
        if happens(1, in: 4) { server.state.withLock { $0.limits = "max-append-size=\(1 + random.next() % 100)" } }
        let endsAppendsLate = happens(3, in: 4)
        server.state.withLock { $0.endsAppendsLate = endsAppendsLate }
        let source = UploadSource(
            file: URL(filePath: "/spool/1"), name: "a", contentType: "text/plain", length: Int64(content.count),
            sha256: content.sha256)
        let session = try Session.guest(over: MockTransport(over: FakeTransport()))
        let call = try session.route(.uploads, delivery: .buffered(limit: 1024))
        var policy = TransferPolicy()
        policy.baseDelay = .zero
        let upload = Upload(
            call: call, target: .uploads, client: session.client, source: source, record: source.file, policy: policy,
            feed: nil, key: "")
        let progress = UploadProgress(of: upload, from: 0)
        var (saved, course) = (UploadRecord?.none, Course())
        var isDamaged = false
        /// An append whose client has gone: the server may still receive its bytes.
        var straggler: (UploadServer.Append?, Data)?

        func exchange(_ step: UploadMachine.Request) -> Result<UploadServer.Reply, TransportError> {
            let request = upload.call(for: step, progress).request
            // Most often after the client has asked for the offset, which it then has wrong.
            if let late = straggler, happens(1, in: request.method == .patch ? 2 : 6) {
                server.keep(late.1, of: late.0)
                straggler = nil
            }
            if happens(1, in: 40) { server.expire() }
            if happens(1, in: 10) { return .failure(.connectionLost) }
            if happens(1, in: 20) { return .success(UploadServer.Reply(status: 503)) }
            let append = server.begin(request)
            if case .append(_, let range) = step {
                var body = content.dropFirst(Int(range.lowerBound)).prefix(range.count)
                if !isDamaged, !body.isEmpty, happens(1, in: 30) {
                    isDamaged = true
                    body = Data(body)
                    body[body.startIndex] ^= 1
                }
                guard !happens(1, in: 2) else {
                    let count = Int(random.next() % UInt64(body.count + 1))
                    server.keep(body.prefix(count), of: append)
                    straggler = (append, Data(body.dropFirst(count)))
                    return .failure(.connectionLost)
                }
                server.keep(body, of: append)
            }
            let reply = server.end(request, append)
            if reply.status == 409 { course.conflicts += 1 }
            if happens(1, in: 6) {
                if case .complete = step, reply.status == 201 { course.replays += 1 }
                return .failure(.connectionLost)
            }
            return .success(reply)
        }

        while course.runs < 200 {
            course.runs += 1
            let record = UploadRecord(source, to: .fixture("/uploads"), key: "run-\(course.runs)")
            var machine = UploadMachine(record, at: .uploads, policy: policy)
            var step = machine.start(found: saved)
            run: while true {
                for effect in step.effects {
                    if happens(1, in: 25) { break run }
                    if case .save = effect { saved = machine.record }
                    if case .report(.resumed) = effect { course.resumptions += 1 }
                    if case .report(.restarted) = effect { course.restarts += 1 }
                }
                switch step.next {
                case .send(let request):
                    switch exchange(request) {
                    case .success(let reply): step = machine.responded(.fixture(reply), draw: 0)
                    case .failure(let error): step = machine.lost(.transport(error), draw: 0)
                    }
                    if happens(1, in: 25) { break run }
                case .fail(let cause):
                    // Only a server that keeps forgetting uploads may end a run with a failure of uploads.
                    #expect([nil, .restartedTooOften(4)].contains(cause.uploadFailure), "seed \(seed): \(cause)")
                    break run
                case .finish(let result):
                    #expect(server.files == [content], "seed \(seed): one file with the right bytes")
                    #expect(result.body == Data(#"{"id":"\#(result.location?.path ?? "")"}"#.utf8), "seed \(seed)")
                    #expect(saved?.result == result, "seed \(seed)")
                    return course
                }
            }
        }
        Issue.record("seed \(seed): the upload did not end")
        return course
    }

    @Test("an upload ends with one file of the right bytes, whatever is lost and whenever its process crashes")
    func walks() throws {
        let start = UInt64.random(in: 0...UInt64(UInt32.max))
        print("upload walk: seeds from \(start)")
        var total = Course()
        for seed in start..<start + 400 {
            let course = try walk(seed: seed)
            total.resumptions += course.resumptions
            total.replays += course.replays
            total.conflicts += course.conflicts
            total.restarts += course.restarts
            total.runs += course.runs
        }
        // The walk has covered the difficult cases.
        #expect(total.runs > 600 && total.resumptions > 100 && total.replays > 20, "\(total)")
        #expect(total.conflicts > 20 && total.restarts > 20, "\(total)")
    }
}

extension Data {
    /// The SHA-256 digest in hexadecimal.
    var sha256: String {
        var hash = SHA256Hashing().begin()
        withUnsafeBytes { hash.update($0) }
        return hash.digest().hexadecimal
    }
}
