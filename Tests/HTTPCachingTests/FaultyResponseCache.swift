import HTTPCaching
import HTTPTypes
import Networking
import TestSupport

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
        let (target, partition) = (key.target, key.partition)
        switch fault {
        case .oneForAllUsers: return ResponseCacheKey(partition: .user("1"), target: target)
        case .usersAreClients:
            guard case .client(let name) = partition else { return key }
            return ResponseCacheKey(partition: .user(name), target: target)
        case .withoutQuery:
            let path = String(target.path.prefix { $0 != "?" })
            return .init(
                partition: partition, target: .init(scheme: target.scheme, authority: target.authority, path: path))
        case .foldedPath:
            let path = target.path.lowercased()
            return .init(
                partition: partition, target: .init(scheme: target.scheme, authority: target.authority, path: path))
        case .withoutScheme:
            return .init(
                partition: partition, target: .init(scheme: "https", authority: target.authority, path: target.path))
        default: return key
        }
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
