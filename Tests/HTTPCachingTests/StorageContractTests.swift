import EngineContracts
import EngineTestSupport
import Foundation
import HTTPTypes
import Networking
import Testing

@testable import HTTPCaching

@Suite("Contract of the response cache storage")
struct StorageContractTests {
    @Test("InMemoryResponseCache keeps the contract", arguments: ResponseCacheStorageContract.clauses)
    func inMemoryCache(clause: ContractClause<any ResponseCacheStorage>) async throws {
        try await clause.check(InMemoryResponseCache())
    }

    @Test("MockResponseCacheStorage over a cache keeps the contract", arguments: ResponseCacheStorageContract.clauses)
    func mock(clause: ContractClause<any ResponseCacheStorage>) async throws {
        try await clause.check(MockResponseCacheStorage(over: InMemoryResponseCache()))
    }

    @Test("the contract suite detects broken implementations")
    func mutants() async throws {
        try await expectBreach(of: ResponseCacheStorageContract.clauses) {
            MockResponseCacheStorage(
                responses: .value([]), save: .success, removeResponses: .success, removeAll: .success)
        }
        for fault in FaultyResponseCache.Fault.allCases {
            try await expectBreach(of: ResponseCacheStorageContract.clauses) { FaultyResponseCache(fault) }
        }
    }
}

@Suite("Failing cache storage", .failsOnUnexpectedCalls, .timeLimit(.minutes(10)))
struct BrokenStoreTests {
    enum Operation: CaseIterable {
        case load, save, remove
    }

    private static let failure = ResponseCacheStorageError(reason: "The disk is full.")
    private static let reported = CacheEvent.storeFailed(reason: failure.reason)

    @Test("a failing storage is reported and fails no call", arguments: Operation.allCases)
    func failing(operation: Operation) async throws {
        let storage = MockResponseCacheStorage(
            over: InMemoryResponseCache(), responses: operation == .load ? .error(Self.failure) : nil,
            save: operation == .save ? .error(Self.failure) : nil,
            removeResponses: operation == .remove ? .error(Self.failure) : nil)
        let harness = try CacheHarness(storage: storage) { _ in .fresh("pen") }
        #expect(try await harness.send().text == "pen")
        #expect(try await harness.send("/item", .put).text == "pen")
        let expected: [CacheEvent] =
            switch operation {
            case .load: [Self.reported, .missed, .stored, .invalidated]
            case .save: [.missed, Self.reported, .invalidated]
            case .remove: [.missed, .stored, Self.reported, .invalidated]
            }
        #expect(harness.decisions == expected)
    }

    private func storage(of responses: [StoredResponse]) -> MockResponseCacheStorage {
        MockResponseCacheStorage(over: InMemoryResponseCache(), responses: .value(responses))
    }

    @Test("a storage may return responses that do not match: another variant, one from the future or a damaged one")
    func misfits() async throws {
        let misfits = [
            StoredResponse.fixture("wrong", variant: ["accept": ["x/y"]]),
            StoredResponse.fixture("future", receivedAt: .distantFuture),
            StoredResponse.fixture("broken", fields: [.cacheControl: "max-age=x", .date: "?", .expires: "?"]),
        ]
        for misfit in misfits {
            let harness = try CacheHarness(storage: storage(of: [misfit])) { _ in .fresh("pen") }
            #expect(try await harness.send().text == "pen")
        }
    }

    @Test("if two stored responses match, the one with the later date is served")
    func newest() async throws {
        let older = StoredResponse.fixture("older")
        let newer = StoredResponse.fixture(
            "newer", fields: [.date: "Thu, 01 Jan 2026 00:00:01 GMT", .cacheControl: "max-age=60"],
            variant: ["accept": []])
        for stored in [[older, newer], [newer, older]] {
            let harness = try CacheHarness(storage: storage(of: stored)) { _ in .fresh("pen") }
            #expect(try await harness.send().text == "newer")
        }
    }
}

/// A storage with one fault at a time.
struct FaultyResponseCache: ResponseCacheStorage {
    enum Fault: CaseIterable {
        case oneForAllUsers, usersAreClients, withoutQuery, foldedPath, withoutScheme, oneVariant, everyVersion
        case removesOneVariant, removesNothing, removesEverybody, losesVariant, losesBody, losesAge, joinsFields
    }

    private let base = InMemoryResponseCache()
    private let fault: Fault

    init(_ fault: Fault) {
        self.fault = fault
    }

    func responses(for key: ResponseCacheKey) async throws(ResponseCacheStorageError) -> [StoredResponse] {
        try await base.responses(for: careless(key))
    }

    func save(_ response: StoredResponse, for key: ResponseCacheKey) async throws(ResponseCacheStorageError) {
        let stored = careless(key)
        switch fault {
        case .oneVariant: try await base.removeResponses(for: stored)
        case .everyVersion:
            let number = try await base.responses(for: stored).count
            return try await base.save(altered(response, variant: ["version": ["\(number)"]]), for: stored)
        default: break
        }
        try await base.save(altered(response), for: stored)
    }

    func removeResponses(for key: ResponseCacheKey) async throws(ResponseCacheStorageError) {
        if fault == .removesNothing { return }
        let stored = try await base.responses(for: careless(key))
        try await base.removeResponses(for: careless(key))
        if fault == .removesOneVariant, let last = stored.last, stored.count > 1 {
            try await base.save(last, for: careless(key))
        }
    }

    func removeAll(in partition: CredentialPartition) async throws(ResponseCacheStorageError) {
        try await base.removeAll(in: careless(.fixture(in: partition)).partition)
        if fault == .removesEverybody { for user in ["", "1", "2"] { try await base.removeAll(in: .user(user)) } }
    }

    private func careless(_ key: ResponseCacheKey) -> ResponseCacheKey {
        var (partition, scheme, path) = (key.partition, key.target.scheme, key.target.path)
        switch fault {
        case .oneForAllUsers: partition = .user("1")
        case .usersAreClients: if case .client(let name) = partition { partition = .user(name) }
        case .withoutQuery: path = String(path.prefix { $0 != "?" })
        case .foldedPath: path = path.lowercased()
        case .withoutScheme: scheme = "https"
        default: break
        }
        return .init(partition: partition, target: .init(scheme: scheme, authority: key.target.authority, path: path))
    }

    private func altered(_ response: StoredResponse, variant: [String: [String]]? = nil) -> StoredResponse {
        var (head, variant) = (response.head, variant.map { ResponseVariant(selectors: $0) } ?? response.variant)
        if fault == .losesVariant { variant = ResponseVariant() }
        if fault == .joinsFields {
            for name in Set(head.headerFields.map(\.name)) {
                head.headerFields[name] = head.headerFields[values: name].joined(separator: ", ")
            }
        }
        return StoredResponse(
            head: head, body: fault == .losesBody ? response.body.prefix(100) : response.body, variant: variant,
            receivedAt: response.receivedAt, initialAge: fault == .losesAge ? 0 : response.initialAge)
    }
}

@Suite("Bounded responses")
struct BoundedResponsesTests {
    private let unit = StoredResponse.fixture("", fields: [:]).size

    private func texts(_ responses: inout BoundedResponses, _ path: String) -> [String] {
        responses.use(.fixture(path)).map { String(decoding: $0.body, as: UTF8.self) }
    }

    @Test("responses removed by a logout are released after the lock")
    func releasing() async {
        await #expect(processExitsWith: .success) {
            let cache = InMemoryResponseCache()
            let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 1)
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            let key = ResponseCacheKey.fixture(in: .user("u-1"))
            guard let base = bytes.baseAddress else { exit(2) }
            // A lock that is still held traps when its holder acquires it again.
            func response() -> StoredResponse {
                let body = Data(
                    bytesNoCopy: base, count: bytes.count,
                    deallocator: .custom { _, _ in exit(cache.count == 0 ? EXIT_SUCCESS : EXIT_FAILURE) })
                return StoredResponse(
                    head: HTTPResponse(status: .ok), body: body, variant: ResponseVariant(), receivedAt: .distantPast,
                    initialAge: 0)
            }
            try await cache.save(response(), for: key)
            try await cache.removeAll(in: key.partition)
            exit(3)
        }
    }

    @Test("only the latest variants of a response are stored")
    func variants() {
        var responses = BoundedResponses(maximumCount: 100, maximumSize: .max)
        for number in 1...20 {
            responses.insert(.fixture("\(number)", variant: ["accept": ["\(number)"]]), for: .fixture())
        }
        #expect(texts(&responses, "/fixture") == (13...20).map(String.init))
    }

    @Test(
        "a bounded cache has the most recently used responses, as a simple list has on random walks",
        arguments: 1...4 as ClosedRange<UInt64>, [0, 1, 5])
    func walk(seed: UInt64, count: Int) {
        let random = SeededRandomSource(seed: seed)
        func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        let limit = 6 * unit + 40
        var responses = BoundedResponses(maximumCount: count, maximumSize: limit)
        /// Least recently used first.
        var slow: [(key: ResponseCacheKey, response: StoredResponse)] = []
        for _ in 0..<4_000 {
            let key = ResponseCacheKey.fixture("/\(pick(4))", in: .user("\(pick(2))"))
            switch pick(20) {
            case 0..<9:
                let text = String(repeating: "x", count: pick(20) == 0 ? limit : pick(30))
                let response = StoredResponse.fixture(text, fields: [:], variant: pick(2) == 0 ? [:] : ["a": []])
                responses.insert(response, for: key)
                slow.removeAll { $0.key == key && $0.response.variant == response.variant }
                if response.size <= limit { slow.append((key, response)) }
                while slow.count > count || slow.map(\.response.size).reduce(0, +) > limit { slow.removeFirst() }
            case 9..<17:
                let found = responses.use(key)
                let used = slow.filter { $0.key == key }
                #expect(Set(found.map(\.size)) == Set(used.map(\.response.size)), "seed \(seed)")
                #expect(found.count == used.count, "seed \(seed)")
                slow.removeAll { $0.key == key }
                // In the order in which the cache returned them: the last is the newest.
                slow += found.map { (key, $0) }
            case 17..<19:
                responses.remove(key)
                slow.removeAll { $0.key == key }
            default:
                let removed = responses.removeAll(in: key.partition)
                #expect((removed?.count ?? 0) == slow.count { $0.key.partition == key.partition }, "seed \(seed)")
                slow.removeAll { $0.key.partition == key.partition }
            }
            #expect(responses.count == slow.count, "seed \(seed)")
            #expect(responses.size == slow.map(\.response.size).reduce(0, +), "seed \(seed)")
        }
    }
}
