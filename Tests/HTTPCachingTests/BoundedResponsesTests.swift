import Foundation
import HTTPTypes
import Networking
import TestSupport
import Testing

@testable import HTTPCaching

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
