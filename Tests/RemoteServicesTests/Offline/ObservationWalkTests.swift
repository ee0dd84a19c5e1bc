import Composition
import ContractSuites
import DependencyInjection
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

/// Random walks of one machine through observations, reads, changes, logins and logouts, while other machines change the
/// same accounts. A failure names its seed.
@Suite("Observed lists under random events", .timeLimit(.minutes(30)))
struct ObservationWalkTests {
    @Test("no observer sees another account, or fewer entries than before, and all see the server's list in the end")
    func walks() async throws {
        for seed in 1...200 as ClosedRange<UInt64> {
            let walk = try await ObservationWalk(seed: seed)
            do {
                for _ in 1...25 { try await walk.step() }
                try await walk.finish()
            } catch {
                walk.faults.append("\(error)")
            }
            let (faults, log) = (walk.faults.joined(separator: ", "), walk.log.joined(separator: "; "))
            #expect(faults.isEmpty, "seed \(seed): \(faults) after \(log)")
            try Task.checkCancellation()
        }
    }

    @Test("of a thousand changes in a burst, a busy observer gets few, and the last one")
    func burst() async throws {
        let backend = try FakeBackend()
        let (services, account) = try await backend.services(of: .grace())
        let timeEntries = try services.open(account).timeEntries
        let records = RecordStore<TimeEntry>(
            "time_entries", of: .account(account.id(on: services)), in: services.stores.records)
        let page = try PageRequest(size: 1)
        _ = try await timeEntries.add(.fixture())
        let entry = try #require(try await timeEntries.timeEntries(page: page).value.items.first)
        var screen = timeEntries.observe(page: page).makeAsyncIterator()
        while try await #require(screen.next()).get().source != .server {}
        for total in 1...1_000 {
            let list = Page(items: [entry], number: 1, size: 1, total: total)
            try await records.save(StoredPage(list, storedAt: .now), ifStill: records.revision())
        }
        var received = 0
        while try await #require(screen.next()).get().value.total != 1_000 { received += 1 }
        // The observation keeps 16, and more can come while these are read.
        #expect(received < 100)
    }
}

extension Account {
    fileprivate func id(on services: RemoteServicesFixture) -> AccountID {
        AccountID(server: services.client.environment.origin.description, userID: id)
    }
}

private final class ObservationWalk {
    private enum Person: String, CaseIterable { case ada, grace }

    private(set) var log: [String] = []
    /// What was wrong.
    var faults: [String] = []
    private let random: SeededRandomSource
    private let backend: FakeBackend
    private let machine: RemoteServicesFixture
    private let underWay: UnderWay
    private let elsewhere: [Person: any TimeEntryService]
    private let page: PageRequest
    private var login: (person: Person, account: Account, services: AccountServices)?
    private var loggedOut: Set<Person> = []
    private var observers: [Observer] = []
    private var reads: [Task<Void, Never>] = []

    init(seed: UInt64) async throws {
        let (clock, random, underWay) = (ManualClock(), SeededRandomSource(seed: seed), UnderWay())
        let backend = try FakeBackend(time: clock)
        let transport = FakeTransport { request throws(TransportError) in
            underWay.count.withLock { $0 += 1 }
            defer { underWay.count.withLock { $0 -= 1 } }
            for _ in 0..<(random.next() % 20) { await Task.yield() }
            let response = try await backend.send(request.head, body: .data(request.body))
            // Long enough for other requests and changes to come in between.
            for _ in 0..<(random.next() % 400) { await Task.yield() }
            return response
        }
        (self.random, self.backend, self.underWay) = (random, backend, underWay)
        machine = try RemoteServicesFixture(over: transport, at: backend.environment, time: clock)
        var elsewhere: [Person: any TimeEntryService] = [:]
        for (person, known) in [(Person.ada, try KnownAccount.ada()), (.grace, try .grace())] {
            let other = try RemoteServicesFixture(over: backend, at: backend.environment) {
                Singleton(.identifiers) { RandomIdentifierSource() as any IdentifierSource }
            }
            elsewhere[person] = try other.open(await other.auth.login(known.credentials)).timeEntries
        }
        self.elsewhere = elsewhere
        page = try PageRequest(size: 100)
    }

    private func pick<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }

    func step() async throws {
        for _ in 0..<(random.next() % 40) { await Task.yield() }
        switch random.next() % 12 {
        case 0...2: observe()
        case 3: try await logIn(as: pick(Person.allCases))
        case 4: try await logOut()
        case 5:
            log.append("an observer ends")
            if !observers.isEmpty { observers.remove(at: Int(random.next() % UInt64(observers.count))).task.cancel() }
        case 6:
            let isCut = pick([true, false])
            log.append(isCut ? "no connection" : "a connection")
            if isCut { backend.cutConnection() } else { backend.restoreConnection() }
        case 7...8:
            guard let login else { return }
            log.append("read")
            reads.append(Task { [page] in _ = try? await login.services.timeEntries.timeEntries(page: page) })
        case 9:
            guard let login else { return }
            log.append("add")
            _ = try await login.services.timeEntries.add(.of(login.person.rawValue))
        default:
            let person = pick(Person.allCases)
            log.append("\(person) adds elsewhere")
            _ = try await elsewhere[person]?.add(.of(person.rawValue))
        }
    }

    private func observe() {
        guard let login else { return }
        log.append("observe")
        observers.append(Observer(login.person.rawValue, login.services.timeEntries.observe(page: page)))
    }

    /// Nothing is in flight at a login: a response for an account whose session another login has replaced is shown, but
    /// not stored, so an older one could take its place.
    private func logIn(as person: Person) async throws {
        try await untilQuiet()
        log.append("log in \(person)")
        let known = person == .ada ? try KnownAccount.ada() : try KnownAccount.grace()
        guard let account = try? await machine.auth.login(known.credentials) else { return }
        login = (person, account, try machine.open(account))
        loggedOut.remove(person)
    }

    private func logOut() async throws {
        guard let current = login else { return }
        log.append("log out")
        _ = try await machine.auth.logout(current.account)
        login = nil
        loggedOut.insert(current.person)
    }

    func finish() async throws {
        backend.restoreConnection()
        if login == nil { try await logIn(as: .grace) }
        observe()
        guard let login else { return faults.append("no login succeeded") }
        _ = try await login.services.outbox.send(now: true)
        // So that no late response is stored after the truth is.
        try await untilQuiet()
        let truth = try await login.services.timeEntries.timeEntries(page: page).value.items.map(\.id)
        for observer in observers where observer.person == login.person.rawValue {
            try await until { observer.seen.withLock { $0.shown == truth } }
        }
        for observer in observers {
            faults += observer.seen.withLock { $0.faults }
            observer.task.cancel()
            await observer.task.value
        }
        try await until { underWay.count.withLock { $0 == 0 } }
        let server = machine.client.environment.origin.description
        for person in loggedOut {
            let known = person == .ada ? try KnownAccount.ada() : try KnownAccount.grace()
            let owner = DataOwner.account(AccountID(server: server, userID: known.id))
            let stored = try await machine.stores.records.list(0..<100, of: RecordCollection("time_entries", of: owner))
            if stored != nil { faults.append("\(person)'s list is stored after the logout") }
        }
    }

    private func untilQuiet() async throws {
        for read in reads { await read.value }
        try await until { underWay.count.withLock { $0 == 0 } }
    }

    private func until(_ condition: () -> Bool) async throws {
        while !condition() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}

/// One screen, and what it has been shown.
private struct Observer: Sendable {
    struct Seen {
        var shown: [TimeEntry.ID] = []
        /// What the server had, as far as a whole list showed.
        var accepted: Set<TimeEntry.ID> = []
        var faults: [String] = []
    }

    final class Box: Sendable {
        private let state = Mutex(Seen())
        func withLock<Value: Sendable>(_ body: (inout sending Seen) -> sending Value) -> Value { state.withLock(body) }
    }

    let person: String
    let seen = Box()
    let task: Task<Void, Never>

    init(_ person: String, _ snapshots: Snapshots<Page<TimeEntry>>) {
        self.person = person
        task = Task { [seen] in
            for await element in snapshots {
                guard case .success(let snapshot) = element else { continue }
                seen.withLock { seen in
                    let items = snapshot.value.items
                    if let other = items.first(where: { $0.task != person }) {
                        seen.faults.append("saw \(other.task)'s")
                    }
                    seen.shown = items.map(\.id)
                    guard snapshot.isComplete else { return }
                    let pending = Set(snapshot.pending.map(\.itemID))
                    let accepted = Set(seen.shown.filter { !pending.contains($0.text) })
                    if !accepted.isSuperset(of: seen.accepted) { seen.faults.append("saw fewer entries") }
                    seen.accepted = accepted
                }
            }
        }
    }
}

/// How many requests are under way.
private final class UnderWay: Sendable {
    let count = Mutex(0)
}

extension NewTimeEntry {
    fileprivate static func of(_ person: String) throws(InvalidValue) -> NewTimeEntry {
        try NewTimeEntry(
            task: person, hours: 1, breaks: 0, billable: false,
            startedAt: Timestamp(Date(timeIntervalSince1970: 1_772_355_600)), note: nil)
    }
}
