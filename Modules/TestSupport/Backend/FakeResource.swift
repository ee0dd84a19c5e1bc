import Foundation
import HTTPTypes
import Models
import Networking

/// One feature's part of a ``FakeBackend``.
protocol FakeResource: Sendable {
    /// The first segment of its paths, after the version.
    var name: String { get }
    /// Whether the path begins with the version. Other paths have no accounts.
    var isVersioned: Bool { get }

    /// Responds to a request.
    ///
    /// - Parameters:
    ///   - path: the segments after the name.
    ///   - caller: `nil` for a guest.
    mutating func respond(
        to request: FakeRequest, _ path: [String], _ caller: FakeUser?, _ backend: inout FakeBackend.State
    ) throws(FakeProblem) -> ServerResponse
}

extension FakeResource {
    var isVersioned: Bool { true }
}

/// The items of a resource whose members see only their own: a list with pages, one item, an addition and a deletion.
struct FakeOwnedItems<Item: Codable & Identifiable & Sendable>: Sendable where Item.ID: CustomStringConvertible {
    private var items: [String: [Item]] = [:]

    /// - Parameter make: creates an item from the number in its id and the request's body.
    mutating func respond<New: Decodable>(
        to request: FakeRequest, _ path: [String], _ caller: FakeUser?, _ backend: inout FakeBackend.State,
        adding make: (Int, New) throws -> Item
    ) throws(FakeProblem) -> ServerResponse {
        let owner = try backend.member(caller).id
        switch (request.method, path.count) {
        case (.get, 0): return try request.page(of: items[owner] ?? []) { $0.jsonObject }
        case (.get, 1): return .object(try item(path[0], of: owner).jsonObject)
        case (.post, 0):
            let new = try request.decode(New.self)
            guard let item = try? make(backend.nextNumber(), new) else { throw .notFound }
            items[owner, default: []].append(item)
            return .object(
                item.jsonObject, status: .created,
                fields: [.location: "\(request.origin)\(request.path)/\(item.id)"])
        case (.delete, 1):
            let id = try item(path[0], of: owner).id
            items[owner]?.removeAll { $0.id == id }
            return .empty(.noContent)
        default: throw .notFound
        }
    }

    private func item(_ id: String, of owner: String) throws(FakeProblem) -> Item {
        guard let item = items[owner]?.first(where: { "\($0.id)" == id }) else { throw .notFound }
        return item
    }
}
