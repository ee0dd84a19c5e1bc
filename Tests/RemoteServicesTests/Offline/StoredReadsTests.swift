import Composition
import ContractSuites
import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Models
import Networking
import Persistence
import Primitives
import Services
import Synchronization
import TestSupport
import Testing

@testable import RemoteServices

/// Reads of stored values, with a server that is slow, away or late.
@Suite("Stored reads", .failsOnUnexpectedCalls, .timeLimit(.minutes(20)))
struct StoredReadsTests {
    enum Fault: CaseIterable { case none, away, silent, late, failing, garbled, stalled }

    private let clock = ManualClock()
    private let gate = Gate()

    @Test(
        "the stored list is on the screen before any time passes, whatever the server does, and then what became of the request",
        arguments: Fault.allCases)
    func atOnce(fault: Fault) async throws {
        let backend = try FakeBackend(time: clock)
        try await Self.expectStoredList(fault, from: backend, at: backend.environment, clock)
    }

    /// - Parameter backend: has the demo accounts.
    static func expectStoredList(
        _ fault: Fault, from backend: some Transport, at environment: APIEnvironment, _ clock: ManualClock
    ) async throws {
        let (isFaulty, gate, isAsked) = (Gate(), Gate(), Gate(isOpen: true))
        let transport = FakeTransport { request throws(TransportError) in
            guard isFaulty.isOpen else { return try await backend.send(request.head, body: .data(request.body)) }
            switch fault {
            case .none: break
            case .away: throw .connectionRefused
            case .silent: await gate.pass()
            case .late:
                await isAsked.pass()
                try? await clock.sleep(for: .seconds(60))
            case .failing: return .empty(.serviceUnavailable)
            case .garbled: return .json("<html>")
            case .stalled:
                let response = try await backend.send(request.head, body: .data(request.body))
                let body = try await response.body.collect(upTo: 100_000)
                let pieces = ScriptedBytes(.piece(body.prefix(20)), .pass(gate), .piece(body.dropFirst(20)))
                return ServerResponse(head: response.head, body: .stream(ByteStream(pieces)))
            }
            return try await backend.send(request.head, body: .data(request.body))
        }
        let services = try RemoteServicesFixture(over: transport, at: environment, time: clock)
        let account = try await services.auth.login(KnownAccount.grace().credentials)
        let timeEntries = try services.open(account).timeEntries
        let page = try PageRequest(size: 9)
        _ = try await timeEntries.add(.fixture())
        let items = try await timeEntries.timeEntries(page: page).value.items
        isFaulty.open()
        var screen = timeEntries.observe(page: page).makeAsyncIterator()
        let first = try #require(try await screen.next()?.get())
        #expect(first.value.items == items && first.source == .stored && first.refreshError == nil)
        #expect(try await timeEntries.timeEntries(page: page, .storedFirst).value.items == items)
        if fault == .late {
            await isAsked.waitForArrivals(1)
            clock.advance(by: .seconds(60))
        }
        gate.open()
        var next = first
        while next.source == .stored, next.refreshError == nil { next = try await #require(screen.next()).get() }
        #expect(next.value.items == items)
        switch fault {
        case .none, .silent, .stalled: #expect(next.source == .server && next.refreshError == nil)
        case .away, .late, .failing, .garbled: #expect(next.source == .stored && next.refreshError != nil)
        }
    }

    @Test("without a stored list, the screen says so before any time passes, and then what the server says")
    func neverFetched() async throws {
        let backend = try FakeBackend(time: clock)
        let transport = FakeTransport { [gate] request throws(TransportError) in
            if request.head.method == .get { await gate.pass() }
            return try await backend.send(request.head, body: .data(request.body))
        }
        let services = try RemoteServicesFixture(over: transport, at: backend.environment, time: clock)
        let account = try await services.auth.login(KnownAccount.grace().credentials)
        let timeEntries = try services.open(account).timeEntries
        var screen = timeEntries.observe(page: try PageRequest(size: 9)).makeAsyncIterator()
        let first = await screen.next()
        await expectFailure(.network) { try first?.get() }
        let entry = timeEntries.observe(id: try TimeEntry.ID("t-1"))
        for await element in entry {
            guard case .failure(.failed(let failure)) = element else { return unexpected(element) }
            #expect(failure.kind == .neverFetched)
            break
        }
        gate.open()
        #expect(await screen.nextSnapshot()?.source == .server)
        var me = try services.open(account).users.observeMe().makeAsyncIterator()
        #expect(await me.nextSnapshot()?.value.id == account.id)
    }

    private func unexpected(_ element: Snapshots<TimeEntry>.Element) {
        Issue.record("\(element)")
    }

    @Test("a response that another one has overtaken is neither stored nor shown", arguments: [true, false])
    func overtaken(isList: Bool) async throws {
        let backend = try FakeBackend(time: clock)
        let reads = Gate(isOpen: true)
        let transport = FakeTransport { [gate] request throws(TransportError) in
            let response = try await backend.send(request.head, body: .data(request.body))
            if request.head.method == .get {
                await reads.pass()
                if reads.arrivals == 1 { await gate.pass() }
            }
            return response
        }
        let services = try RemoteServicesFixture(over: transport, at: backend.environment, time: clock)
        let own = try services.open(await services.auth.login(KnownAccount.grace().credentials))
        let (elsewhere, account) = try await backend.services(of: .grace())
        let others = try elsewhere.open(account)
        let read = { @Sendable (policy: ReadPolicy) in
            if isList { return try await own.timeEntries.timeEntries(page: PageRequest(size: 9), policy).value.total }
            return try await own.users.me(policy).value.name.text.count
        }
        async let late = read(.networkFirst)
        await gate.waitForArrivals(1)
        _ = try await others.timeEntries.add(.fixture())
        _ = try await others.users.updateProfile(of: account.id, with: ProfilePatch(name: DisplayName("G")))
        #expect(try await read(.networkFirst) == 1)
        gate.open()
        #expect(try await late == 1)
        #expect(try await read(.storedOnly) == 1)
    }

    @Test("a list that is different each time, and that others read meanwhile, is requested three times at most")
    func alwaysOvertaken() async throws {
        let backend = try FakeBackend(time: clock)
        let elsewhere = try await backend.services(of: .grace())
        let others = try elsewhere.0.open(elsewhere.1)
        let requests = Gate(isOpen: true)
        let reads = Mutex<(@Sendable () async throws -> Void)?>(nil)
        let transport = FakeTransport { request throws(TransportError) in
            let response = try await backend.send(request.head, body: .data(request.body))
            if request.head.method == .get, let read = reads.withLock({ $0 }) {
                await requests.pass()
                try? await read()
            }
            return response
        }
        let services = try RemoteServicesFixture(over: transport, at: backend.environment, time: clock)
        let own = try services.open(await services.auth.login(KnownAccount.grace().credentials)).timeEntries
        let next = try RemoteServicesFixture(
            over: backend, at: backend.environment, stores: services.stores, time: clock)
        let same = try await #require(next.auth.restore())
        let neighbor = try next.open(same).timeEntries
        reads.withLock {
            $0 = {
                _ = try await others.timeEntries.add(.fixture())
                _ = try await neighbor.timeEntries(page: PageRequest(size: 9))
            }
        }
        let list = try await own.timeEntries(page: PageRequest(size: 9)).value
        #expect(requests.arrivals == 3 && list.total == 2)
    }

    @Test(
        "a response that was requested before a change was accepted is neither shown nor stored",
        arguments: [true, false])
    func late(isList: Bool) async throws {
        let backend = try FakeBackend(time: clock)
        let isLate = Gate()
        let transport = FakeTransport { [gate] request throws(TransportError) in
            let response = try await backend.send(request.head, body: .data(request.body))
            if request.head.method == .get, isLate.isOpen { await gate.pass() }
            return response
        }
        let services = try RemoteServicesFixture(over: transport, at: backend.environment, time: clock)
        let account = try await services.auth.login(KnownAccount.grace().credentials)
        let timeEntries = try services.open(account).timeEntries
        let users = try services.open(account).users
        let page = try PageRequest(size: 9)
        let added = try await timeEntries.add(.fixture()).value
        _ = try await timeEntries.timeEntries(page: page)
        _ = try await users.me()
        isLate.open()
        if isList {
            async let list = timeEntries.timeEntries(page: page)
            await gate.waitForArrivals(1)
            #expect(try await timeEntries.delete(id: added.id).pending == nil)
            gate.open()
            #expect(try await list.value.items.isEmpty)
            #expect(try await timeEntries.timeEntries(page: page, .storedOnly).value.items.isEmpty)
        } else {
            let profile = Profile(name: try DisplayName("New"), email: try EmailAddress("n@example.com"), about: nil)
            async let me = users.me()
            await gate.waitForArrivals(1)
            #expect(try await users.replaceProfile(of: account.id, with: profile).pending == nil)
            gate.open()
            #expect(try await me.value.profile == profile)
            #expect(try await users.me(.storedOnly).value.profile == profile)
        }
    }

    @Test("an item that the server does not have any longer is not read from this machine either")
    func gone() async throws {
        let backend = try FakeBackend()
        let (services, account) = try await backend.services(of: .grace())
        let (elsewhere, same) = try await backend.services(of: .grace())
        let timeEntries = try services.open(account).timeEntries
        let added = try await timeEntries.add(.fixture()).value
        let entries = timeEntries.observe(id: added.id)
        for await entry in entries where try entry.get().source == .server { break }
        _ = try await elsewhere.open(same).timeEntries.delete(id: added.id)
        #expect(try await timeEntries.timeEntry(id: added.id, .storedOnly).value == added)
        await expectFailure(.notFound) { try await timeEntries.timeEntry(id: added.id) }
        await expectFailure(.notFound) { for await entry in entries { _ = try entry.get() } }
        backend.cutConnection()
        await expectFailure(.network) { try await timeEntries.timeEntry(id: added.id) }
    }

    @Test("a pending addition is on one page, counted once, and readable by itself, whether the server has it or not")
    func pendingAddition() async throws {
        enum Fault { case failing, lostResponse }
        let backend = try FakeBackend(time: clock)
        let fault = Mutex<Fault?>(nil)
        let transport = FakeTransport { request throws(TransportError) in
            let fault = request.head.path?.hasSuffix("/time-entries") == true ? fault.withLock { $0 } : nil
            if request.head.method == .post, fault == .failing { return .empty(.serviceUnavailable) }
            let response = try await backend.send(request.head, body: .data(request.body))
            if request.head.method == .post, fault == .lostResponse { throw .connectionLost }
            return response
        }
        let services = try RemoteServicesFixture(over: transport, at: backend.environment, time: clock)
        let account = try await services.auth.login(KnownAccount.grace().credentials)
        let timeEntries = try services.open(account).timeEntries
        let first = try await timeEntries.add(.fixture()).value
        fault.withLock { $0 = .failing }
        let pending = try await timeEntries.add(.fixture())
        #expect(pending.pending != nil)
        for next in [Fault.lostResponse, nil] {
            var pages: [Page<TimeEntry>] = []
            for number in 1...3 {
                pages.append(try await timeEntries.timeEntries(page: PageRequest(number: number, size: 1)).value)
            }
            #expect(pages.flatMap(\.items) == [first, pending.value])
            let whole = try await timeEntries.timeEntries(page: PageRequest(size: 9)).value
            #expect(whole.items == [first, pending.value] && whole.total == 2)
            let read = try await timeEntries.timeEntry(id: pending.value.id)
            #expect(read.value == pending.value && read.pending.count == 1)
            fault.withLock { $0 = next }
            #expect(try await services.open(account).outbox.send(now: true).sent == (next == nil ? 1 : 0))
        }
    }

    @Test("a list whose first response is too old for a change that was accepted meanwhile is requested again")
    func firstResponseTooOld() async throws {
        let backend = try FakeBackend(time: clock)
        let transport = FakeTransport { [gate] request throws(TransportError) in
            let response = try await backend.send(request.head, body: .data(request.body))
            if request.head.method == .get { await gate.pass() }
            return response
        }
        let services = try RemoteServicesFixture(over: transport, at: backend.environment, time: clock)
        let account = try await services.auth.login(KnownAccount.grace().credentials)
        let timeEntries = try services.open(account).timeEntries
        var screen = timeEntries.observe(page: try PageRequest(size: 9)).makeAsyncIterator()
        await gate.waitForArrivals(1)
        let added = try await timeEntries.add(.fixture())
        #expect(added.pending == nil)
        gate.open()
        #expect(await screen.nextSnapshot()?.value.items == [added.value])
    }

    @Test("a response that can't be stored is shown all the same, and an event says why it is not stored")
    func unstorable() async throws {
        let backend = try FakeBackend(time: clock)
        let full = MockRecordStorage(
            list: .value(nil), change: .closure { _ throws(StoreError) in throw .failed(reason: "The disk is full.") })
        let services = try RemoteServicesFixture(
            over: backend, at: backend.environment, records: full, time: clock)
        let account = try await services.auth.login(KnownAccount.grace().credentials)
        let timeEntries = try services.open(account).timeEntries
        let added = try await timeEntries.add(.fixture())
        #expect(added.pending == nil)
        #expect(services.localCopyFailures.count == 1 && services.localCopyFailures[0].contains("The disk is full."))
        var screen = timeEntries.observe(page: try PageRequest(size: 9)).makeAsyncIterator()
        let shown = try #require(await screen.nextSnapshot())
        #expect(shown.value.items == [added.value] && shown.source == .server)
    }

    @Test("a stored record that can't be read counts as never fetched, and an event says so")
    func unreadable() async throws {
        let backend = try FakeBackend(time: clock)
        let (services, account) = try await backend.services(of: .grace())
        let timeEntries = try services.open(account).timeEntries
        let owner = DataOwner.account(
            AccountID(server: services.client.environment.origin.description, userID: account.id))
        try await services.stores.records.save(
            StoredRecord(id: "t-1", json: Data("{}".utf8), fetchedAt: .distantPast),
            in: RecordCollection("time_entries", of: owner), ifStill: nil)
        await expectFailure(.network) { try await timeEntries.timeEntry(id: TimeEntry.ID("t-1"), .storedOnly) }
        #expect(
            services.localCopyFailures == ["A stored item of time_entries has a format that this version can't read."])
    }

    @Test(
        "without a list of the server, the additions of this machine are shown, and the list says that it is not whole")
    func additions() async throws {
        let backend = try FakeBackend(time: clock)
        let (services, account) = try await backend.services(of: .grace())
        let timeEntries = try services.open(account).timeEntries
        let page = try PageRequest(size: 9)
        backend.cutConnection()
        await expectFailure(.network) { try await timeEntries.timeEntries(page: page) }
        let added = try await timeEntries.add(.fixture()).value
        let offline = try await timeEntries.timeEntries(page: page)
        #expect(offline.value.items == [added] && offline.pending.map(\.itemID) == [added.id.text])
        #expect(!offline.isComplete && offline.source == .stored && offline.refreshError?.kind == .unreachable)
        var screen = timeEntries.observe(page: page).makeAsyncIterator()
        #expect(try await screen.next()?.get().value.items == [added])
        await expectFailure(.network) { try await timeEntries.timeEntries(page: page, .storedOnly) }
        backend.restoreConnection()
        #expect(try await timeEntries.timeEntries(page: page, .storedFirst).source == .server)
        #expect(try await services.open(account).outbox.send(now: true).sent == 1)
        let online = try await timeEntries.timeEntries(page: page)
        #expect(online.value.items == [added] && online.isComplete && online.pending.isEmpty)
    }
}

extension AsyncStream.Iterator {
    /// The next snapshot; failures are skipped.
    mutating func nextSnapshot<Value>(
        isolation: isolated (any Actor)? = #isolation
    ) async -> Snapshot<Value>?
    where Element == Result<Snapshot<Value>, ServiceError<Never>> {
        while let element = await next(isolation: isolation) {
            if case .success(let snapshot) = element { return snapshot }
        }
        return nil
    }
}
