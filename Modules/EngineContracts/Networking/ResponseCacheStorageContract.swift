import EngineTestSupport
import Foundation
public import HTTPCaching
import HTTPTypes
import Networking
import Testing

/// The contract that every `ResponseCacheStorage` fulfills while it has room. A storage may drop any response. A
/// response that it returns is complete and belongs to the requested key.
public enum ResponseCacheStorageContract {
    /// The clauses. Each needs a new, empty store with room for a few megabytes.
    public static var clauses: [ContractClause<any ResponseCacheStorage>] {
        [
            ContractClause("a new store is empty, and removing an absent key or partition succeeds") { store in
                try await store.removeResponses(for: .fixture())
                try await store.removeAll(in: .user("1"))
                #expect(try await store.responses(for: .fixture()).isEmpty)
            },
            ContractClause("a saved response is stored with every part") { store in
                let odd = StoredResponse(
                    head: HTTPResponse(
                        status: .init(code: 404, reasonPhrase: "Nothing Here"),
                        headerFields: [.eTag: "W/\"é, ;\"", .warning: "one", .warning: "two", .interceptor: ""]),
                    body: Data((0...255).map { UInt8($0) }),
                    variant: ResponseVariant(selectors: ["accept-language": ["de", "en;q=0.5"], "accept": []]),
                    receivedAt: Date(timeIntervalSince1970: 1_767_225_600.123), initialAge: 12.5)
                try await store.save(odd, for: .fixture())
                let stored = try #require(try await store.responses(for: .fixture()).first)
                #expect(stored.head.status.code == 404)
                #expect(stored.head.headerFields == odd.head.headerFields)
                #expect(stored.body == odd.body)
                #expect(stored.variant == odd.variant)
                #expect(abs(stored.receivedAt.timeIntervalSince(odd.receivedAt)) < 0.000_5)
                #expect(abs(stored.initialAge - odd.initialAge) < 0.000_5)
            },
            ContractClause("an empty body and a body of one megabyte can be stored") { store in
                let large = String(repeating: "0123456789abcdef", count: 65_536)
                try await store.save(.fixture(""), for: .fixture("/empty"))
                try await store.save(.fixture(large), for: .fixture("/large"))
                #expect(try await store.responses(for: .fixture("/empty")) == [.fixture("")])
                #expect(try await store.responses(for: .fixture("/large")) == [.fixture(large)])
            },
            ContractClause("saving the same variant again replaces it") { store in
                try await store.save(.fixture("old", variant: ["accept": ["a"]]), for: .fixture())
                try await store.save(.fixture("new", variant: ["accept": ["a"]]), for: .fixture())
                #expect(try await store.responses(for: .fixture()) == [.fixture("new", variant: ["accept": ["a"]])])
            },
            ContractClause("different variants are all stored") { store in
                let variants: [[String: [String]]] = [
                    [:], ["accept": []], ["accept": ["a"]], ["accept": ["a", "b"]], ["origin": ["a"]],
                ]
                for variant in variants { try await store.save(.fixture(variant: variant), for: .fixture()) }
                let stored = try await store.responses(for: .fixture())
                #expect(stored.count == variants.count)
                #expect(Set(stored.map(\.variant.selectors)) == Set(variants))
            },
            ContractClause("a response is found under its own partition, origin, path and query only") { store in
                try await store.saveOne(for: keys)
                for (number, key) in keys.enumerated() {
                    #expect(try await store.responses(for: key) == [.fixture("\(number)")])
                }
            },
            ContractClause("removing a key or a partition leaves all others, even those of the same name") { store in
                let removals: [(ResponseCacheKey) -> Bool] = [{ $0 == keys[0] }, { $0.partition == .user("1") }]
                for (index, isRemoved) in removals.enumerated() {
                    try await store.saveOne(for: keys)
                    if index == 0 { try await store.removeResponses(for: keys[0]) }
                    if index == 1 { try await store.removeAll(in: .user("1")) }
                    for (number, key) in keys.enumerated() {
                        let expected: [StoredResponse] = isRemoved(key) ? [] : [.fixture("\(number)")]
                        #expect(try await store.responses(for: key) == expected)
                    }
                }
            },
            ContractClause("removing a key removes every variant of it") { store in
                try await store.save(.fixture(), for: .fixture())
                try await store.save(.fixture(variant: ["accept": ["a"]]), for: .fixture())
                try await store.removeResponses(for: .fixture())
                #expect(try await store.responses(for: .fixture()).isEmpty)
            },
            ContractClause("a removed response can be saved again") { store in
                try await store.save(.fixture("old"), for: .fixture())
                try await store.removeAll(in: .client("fixture"))
                try await store.save(.fixture("new"), for: .fixture())
                #expect(try await store.responses(for: .fixture()) == [.fixture("new")])
            },
            ContractClause("of many concurrent saves one is stored completely, and readers get complete responses") {
                store in
                try await concurrently(1...80) { number in
                    guard number.isMultiple(of: 2) else {
                        let text = String(repeating: "\(number / 2 % 10)", count: 1_000)
                        return try await store.save(.fixture(text), for: .fixture())
                    }
                    let seen = try await store.responses(for: .fixture())
                    #expect(seen.count <= 1 && seen.allSatisfy { Set($0.body).count == 1 })
                }
                #expect(try await store.responses(for: .fixture()).count == 1)
            },
        ]
    }

    /// Keys of which each two differ in one part.
    private static var keys: [ResponseCacheKey] {
        [
            ResponseCacheKey.fixture("/a", in: .user("1")), .fixture("/a", in: .user("2")),
            .fixture("/a", in: .client("1")), .fixture("/A", in: .user("1")), .fixture("/a?b", in: .user("1")),
            .fixture("/a", in: .user("")), .fixture("/a", in: .user("1 ")), .fixture("/a/", in: .user("1")),
            ResponseCacheKey(
                partition: .user("1"), target: RequestTarget(scheme: "http", authority: "api.example.com", path: "/a")),
            ResponseCacheKey(
                partition: .user("1"), target: RequestTarget(scheme: "https", authority: "example.com", path: "/a")),
        ]
    }
}

extension ResponseCacheStorage {
    /// Saves another response for each key.
    fileprivate func saveOne(for keys: [ResponseCacheKey]) async throws {
        for (number, key) in keys.enumerated() { try await save(.fixture("\(number)"), for: key) }
    }
}

extension HTTPField.Name {
    fileprivate static var warning: Self { HTTPField.Name("Warning") ?? .via }
    fileprivate static var interceptor: Self { HTTPField.Name("Link") ?? .via }
}
