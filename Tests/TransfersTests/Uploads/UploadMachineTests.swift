import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Primitives
import Testing

@testable import Transfers

@Suite("Rules of an upload")
struct UploadMachineTests {
    typealias Machine = UploadMachine
    typealias Reply = UploadServer.Reply
    private static let lost = NetworkError.Cause.transport(.connectionLost)

    /// Where an upload is, with the request that it has just sent.
    enum Place: CaseIterable {
        case creating, locating, appending, completing
    }

    private func record(length: Int64 = 100) -> UploadRecord {
        UploadRecord(
            UploadSource(
                file: URL(filePath: "/spool/1"), name: "a", contentType: "text/plain", length: length, sha256: "00"),
            to: .fixture("/uploads"), key: "k")
    }

    private func machine(at place: Place, policy: TransferPolicy = TransferPolicy()) -> Machine {
        var policy = policy
        policy.baseDelay = .zero
        var machine = Machine(record(), at: .uploads, policy: policy)
        _ = machine.start(found: nil)
        guard place != .creating else { return machine }
        _ = machine.responded(.fixture(created), draw: 0)
        if place == .locating { _ = machine.lost(Self.lost, draw: 0) }
        if place == .completing { _ = machine.responded(.fixture(located(100)), draw: 0) }
        return machine
    }

    private var created: Reply { Reply(status: 201, fields: [.location: "/uploads/1", .offset: "0"]) }

    private func located(_ offset: Int, complete: String = "?0") -> Reply {
        Reply(status: 204, fields: [.offset: "\(offset)", .complete: complete])
    }

    @Test("an upload creates, appends and completes, and saves its record before each request that depends on it")
    func course() {
        var machine = Machine(record(), at: .uploads, policy: TransferPolicy())
        #expect(machine.start(found: nil) == .init(effects: [.save], next: .send(.create(key: "k-1"))))
        #expect(
            machine.responded(.fixture(created), draw: 0)
                == .init(effects: [.save], next: .send(.append(.upload, 0..<100))))
        #expect(machine.record.resource == .upload)
        #expect(
            machine.responded(.fixture(located(100)), draw: 0)
                == .init(
                    effects: [.save], next: .send(.complete(.upload, length: 100, key: "k-1-complete-0"))))
        #expect(machine.record.isCompleting)
        let result = UploadedFile(location: RequestTarget.upload.url, body: Data("{}".utf8))
        let reply = Reply(status: 201, fields: [.location: "/uploads/1"], body: result.body)
        #expect(machine.responded(.fixture(reply), draw: 0) == .init(effects: [.save], next: .finish(result)))
        var later = Machine(record(), at: .uploads, policy: TransferPolicy())
        #expect(later.start(found: machine.record) == .init(next: .finish(result)))
    }

    private static let mismatch = Reply.problem("mismatching-upload-offset", 409)
    private static let completed = Reply.problem("completed-upload", 400)

    @Test(
        "each response leads to the request that the draft requires",
        arguments: [
            (.creating, Reply(status: 409), .create(key: "k-1")),
            (
                .creating,
                Reply(status: 201, fields: [.location: "1", .limit: "max-size=100, max-append-size=30;a=1"]), nil
            ),
            (.locating, Reply(status: 204, fields: [.offset: "40;p=1", .complete: "?0"]), .append(.upload, 40..<100)),
            (
                .locating, Reply(status: 204, fields: [.offset: "100"]),
                .complete(.upload, length: 100, key: "k-1-complete-0")
            ),
            (
                .locating, Reply(status: 204, fields: [.offset: "7", .complete: "?1"]),
                .complete(.upload, length: 100, key: "k-1-complete-0")
            ),
            (.locating, Reply(status: 410), .create(key: "k-2")),
            (.locating, Reply(status: 204, fields: [.offset: "0", .length: "99"]), .create(key: "k-2")),
            (.appending, Reply(status: 204, fields: [.offset: "60"]), .append(.upload, 60..<100)),
            (.appending, Reply(status: 204), .offset(.upload)), (.appending, mismatch, .offset(.upload)),
            (.appending, Reply(status: 503), .offset(.upload)), (.appending, Reply(status: 404), .create(key: "k-2")),
            (.appending, completed, .complete(.upload, length: 100, key: "k-1-complete-0")),
            (.completing, Reply(status: 409), .complete(.upload, length: 100, key: "k-1-complete-0")),
            (.completing, Reply(status: 503), .complete(.upload, length: 100, key: "k-1-complete-0")),
            (.completing, mismatch, .offset(.upload)), (.completing, Reply(status: 422), .create(key: "k-2")),
            (.completing, Reply(status: 404), .create(key: "k-2")),
        ] as [(Place, Reply, UploadMachine.Request?)])
    func next(place: Place, reply: Reply, request: UploadMachine.Request?) {
        var machine = machine(at: place)
        // A relative Location, and a server that accepts short bodies only.
        let expected =
            request ?? .append(RequestTarget(scheme: "https", authority: "api.example.com", path: "/1"), 0..<30)
        #expect(machine.responded(.fixture(reply), draw: 0).next == .send(expected))
    }

    @Test(
        "a response that no later attempt can change ends the upload with its reason",
        arguments: [
            (.creating, Reply(status: 404), .notResumable(status: 404)),
            (.creating, Reply(status: 405), .notResumable(status: 405)),
            (.creating, Reply(status: 501), .notResumable(status: 501)),
            (.creating, Reply(status: 200), .notResumable(status: 200)),
            (.creating, Reply(status: 201, fields: [.location: "https://other.example.com/1"]), .foreignLocation),
            (.creating, Reply(status: 201, fields: [.location: "http://api.example.com/1"]), .foreignLocation),
            (
                .creating, Reply(status: 201, fields: [.location: "/1", .limit: "max-size=99"]),
                .tooLarge(length: 100, limit: 99)
            ),
            (.creating, Reply(status: 413), .tooLarge(length: 100, limit: nil)),
            (.locating, Reply(status: 204, fields: [.offset: "101"]), .unexpectedResponse(status: 204)),
            (.locating, Reply(status: 204, fields: [.offset: "-1"]), .unexpectedResponse(status: 204)),
            (.appending, Reply(status: 413), .tooLarge(length: 100, limit: nil)),
        ] as [(Place, Reply, UploadFailure)])
    func fails(place: Place, reply: Reply, failure: UploadFailure) {
        var machine = machine(at: place)
        #expect(machine.responded(.fixture(reply), draw: 0) == .init(next: .fail(.upload(failure))))
    }

    @Test("an upload without any response ends with the first failure, because the pipeline has already retried it")
    func unanswered() {
        var machine = machine(at: .creating)
        #expect(machine.lost(Self.lost, draw: 0) == .init(next: .fail(Self.lost)))
    }

    @Test("retries without a new byte end the upload; a new byte resets their count", arguments: [0, 2])
    func tries(allowed: Int) {
        var policy = TransferPolicy()
        policy.triesWithoutProgress = allowed
        var machine = machine(at: .appending, policy: policy)
        for offset in 1...5 where allowed > 0 {
            for _ in 1...allowed {
                #expect(machine.lost(Self.lost, draw: 0).next == .send(.offset(.upload)))
            }
            #expect(
                machine.responded(.fixture(located(offset)), draw: 0).next
                    == .send(.append(.upload, Int64(offset)..<100)))
        }
        for _ in 0..<allowed { _ = machine.lost(Self.lost, draw: 0) }
        #expect(
            machine.lost(Self.lost, draw: 0)
                == .init(effects: [.report(.gaveUp(tries: allowed))], next: .fail(Self.lost)))
    }

    @Test("a server that accepts every append and keeps no byte ends the upload")
    func noProgress() {
        var machine = machine(at: .appending)
        for _ in 0..<5 {
            #expect(machine.responded(.fixture(located(0)), draw: 0).next == .send(.offset(.upload)))
            _ = machine.responded(.fixture(located(0)), draw: 0)
        }
        #expect(machine.responded(.fixture(located(0)), draw: 0).next == .fail(.upload(.noProgress(at: 0))))
    }

    @Test("a server that loses every upload, or damages every file, is not given the bytes again and again")
    func restarts() {
        var losing = machine(at: .creating)
        for number in 2...4 {
            _ = losing.responded(.fixture(created), draw: 0)
            #expect(losing.responded(.fixture(Reply(status: 404)), draw: 0).next == .send(.create(key: "k-\(number)")))
        }
        _ = losing.responded(.fixture(created), draw: 0)
        #expect(
            losing.responded(.fixture(Reply(status: 404)), draw: 0).next == .fail(.upload(.restartedTooOften(4))))
        var damaging = machine(at: .completing)
        #expect(
            damaging.responded(.fixture(Reply(status: 422)), draw: 0)
                == .init(effects: [.report(.restarted(.damaged)), .save], next: .send(.create(key: "k-2"))))
        _ = damaging.responded(.fixture(created), draw: 0)
        _ = damaging.responded(.fixture(located(100)), draw: 0)
        #expect(damaging.responded(.fixture(Reply(status: 422)), draw: 0).next == .fail(.upload(.digestMismatch)))
    }

    @Test("a refused completion gets a new key, because the server may have stored the refusal")
    func refusedCompletion() {
        var machine = machine(at: .completing)
        let step = machine.responded(.fixture(Self.mismatch), draw: 0)
        #expect(step.effects.first == .save && step.next == .send(.offset(.upload)))
        #expect(
            machine.responded(.fixture(located(100)), draw: 0).next
                == .send(.complete(.upload, length: 100, key: "k-1-complete-1")))
    }

    @Test("a record continues only for the same file, user and address")
    func otherRecord() {
        func other(name: String = "a", type: String = "text/plain", length: Int64 = 100, to path: String = "/uploads")
            -> UploadRecord
        {
            UploadRecord(
                UploadSource(file: URL(filePath: "/1"), name: name, contentType: type, length: length, sha256: ""),
                to: .fixture(path), key: "o")
        }
        for other in [other(name: "b"), other(type: "text/html"), other(length: 99), other(to: "/other")] {
            var machine = Machine(record(), at: .uploads, policy: TransferPolicy())
            #expect(
                machine.start(found: other)
                    == .init(effects: [.report(.restarted(.otherTarget)), .save], next: .send(.create(key: "k-1"))))
        }
        var moved = record()
        moved.resource = RequestTarget(scheme: "https", authority: "other.example.com", path: "/1")
        var machine = Machine(record(), at: .uploads, policy: TransferPolicy())
        #expect(machine.start(found: moved).next == .send(.create(key: "k-1")))
    }
}
