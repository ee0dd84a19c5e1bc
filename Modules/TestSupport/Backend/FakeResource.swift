import EngineTestSupport
public import Foundation
import HTTPTypes
import Models
import Networking

/// A resource of a ``FakeBackend``: a list with pages, and routes that read, add, change and delete one item. It stores
/// any JSON that decodes as the model.
///
/// ```swift
/// FakeResource("time-entries", of: TimeEntry.self) { number, _ in ["id": "time-entry-\(number)"] }
/// ```
///
/// PUT and PATCH both merge their body into the item (RFC 7396).
public struct FakeResource: Sendable {
    /// Who sees an item.
    public enum Audience: Sendable {
        /// Only the member who added it.
        case owner
        /// Every member.
        case members
        /// Guests too, who can't change it.
        case everyone
    }

    /// Returns the fields that an action changes in an item, for the object in the request's body and the current date.
    public typealias Action = @Sendable (_ input: [String: Any], _ now: Date) -> [String: any Sendable]

    /// The segment of its paths after the version.
    let path: String
    private let audience: Audience
    private let envelope: String?
    private let list: (items: String, total: String)
    private let idKey: String
    private let validate: @Sendable (Data) throws -> Void
    private let assign: @Sendable (Int, Date) -> [String: any Sendable]
    private let actions: [String: Action]
    private var items: [Item] = []
    private var lastVersion = 0

    private struct Item: Sendable {
        /// `nil` for an initial item.
        let owner: String?
        let id: String
        let json: Data
        /// No other item and no other state of this one has it.
        var version = 0

        var object: [String: Any] { (try? JSONSerialization.jsonObject(with: json)) as? [String: Any] ?? [:] }
    }

    /// - Parameters:
    ///   - path: the segment of its paths after the version.
    ///   - model: the model.
    ///   - idKey: the member of an item that has its id, a text or a number.
    ///   - envelope: the member of a response that has the item or the list, such as `data`; `nil` for none.
    ///   - list: the names of the items and of their total in a list. A request has `page` and `per_page`, or `offset`
    ///     and `limit`.
    ///   - items: the initial items, as JSON.
    ///   - assign: the fields of a new item that the server assigns, such as its id. It gets a number that no other item
    ///     has, and the current date.
    ///   - actions: what a POST to the path of an item and the action's name does, such as `/invoices/7/pay`. It
    ///     responds with the changed item.
    public init<Model: Decodable & Sendable>(
        _ path: String, of model: Model.Type, idKey: String = "id", for audience: Audience = .owner,
        envelope: String? = nil, list: (items: String, total: String) = ("items", "total"),
        items: [[String: any Sendable]] = [],
        assigning assign: @escaping @Sendable (Int, Date) -> [String: any Sendable], actions: [String: Action] = [:]
    ) {
        self.path = path
        self.audience = audience
        self.envelope = envelope
        self.list = list
        self.idKey = idKey
        self.assign = assign
        self.actions = actions
        validate = { _ = try JSONCoding().decode(Model.self, from: $0) }
        for item in items { add(item) }
    }

    /// Adds an initial item, unless there is one with its id.
    mutating func add(_ item: [String: any Sendable]) {
        let id = self.id(of: item)
        if !contains(id) { store(Item(owner: nil, id: id, json: (item as [String: Any]).json), at: items.count) }
    }

    func contains(_ id: String) -> Bool {
        items.contains { $0.id == id }
    }

    /// How many items have this id.
    func count(of id: String) -> Int {
        items.count { $0.id == id }
    }

    /// - Parameters:
    ///   - path: the segments after the resource's own.
    ///   - caller: the id of the user, or `nil` for a guest.
    ///   - freshness: the `max-age` of an item in seconds, or `nil` if none may be cached.
    mutating func respond(
        to request: FakeRequest, _ path: [String], _ caller: String?, freshness: Int?, number: () -> Int
    ) throws(FakeProblem) -> ServerResponse {
        guard caller != nil || audience == .everyone && request.method == .get else {
            throw .unauthorized("missing_token")
        }
        switch (request.method, path.count) {
        case (.get, 0): return try page(request, of: caller)
        case (.get, 1): return read(items[try index(of: path[0], caller)], request, freshness)
        case (.post, 0):
            var new = try request.object()
            let chosen = new[idKey]
            new.merge(assign(number(), request.now)) { _, assigned in assigned }
            // A client may choose the id, so that it can show an item before the server has it.
            if let chosen { new[idKey] = chosen }
            store(try item(new, of: caller), at: items.count)
            let location = "\(request.origin)\(request.path)/\(id(of: new))"
            return .object(enveloped(new), status: .created, fields: [.location: location])
        case (.post, 2):
            guard let action = actions[path[1]] else { throw .notFound }
            let input = request.body.isEmpty ? [:] : try request.object()
            return .object(enveloped(try change(path[0], action(input, request.now), caller)))
        case (.put, 1), (.patch, 1): return .object(enveloped(try change(path[0], request.object(), caller)))
        case (.delete, 1):
            items.remove(at: try index(of: path[0], caller))
            return .empty(.noContent)
        default: throw .notFound
        }
    }

    private func read(_ item: Item, _ request: FakeRequest, _ freshness: Int?) -> ServerResponse {
        guard let freshness else { return .object(enveloped(item.object)) }
        let tag = "\"\(item.id)-\(item.version)\""
        let fields: HTTPFields = [.eTag: tag, .cacheControl: "private, max-age=\(freshness)"]
        if request.fields[.ifNoneMatch] == tag { return .empty(.notModified, fields: fields) }
        return .object(enveloped(item.object), fields: fields)
    }

    /// Merges the changes into an item.
    @discardableResult
    mutating func change(
        _ id: String, _ changes: [String: Any], _ caller: String?
    ) throws(FakeProblem) -> [String: Any] {
        let index = try index(of: id, caller)
        let merged = items[index].object.merging(changes) { _, new in new }
        let new = try item(merged, of: items[index].owner)
        if new.json != items[index].json { store(new, at: index) }
        return merged
    }

    /// Replaces the item at an index, or adds it at the end.
    private mutating func store(_ item: Item, at index: Int) {
        var item = item
        lastVersion += 1
        item.version = lastVersion
        items.replaceSubrange(index..<min(index + 1, items.count), with: [item])
    }

    /// The first item that has this text in a field, whatever the case of letters.
    func item(where field: String, is text: String) -> [String: Any]? {
        items.lazy.map(\.object).first { ($0[field] as? String)?.lowercased() == text.lowercased() }
    }

    private func index(of id: String, _ caller: String?) throws(FakeProblem) -> Int {
        let index = items.firstIndex { $0.id == id && (audience != .owner || $0.owner == caller) }
        guard let index else { throw .notFound }
        return index
    }

    private func item(_ object: [String: Any], of owner: String?) throws(FakeProblem) -> Item {
        let json = object.json
        do {
            try validate(json)
        } catch DecodingError.keyNotFound(let key, _) {
            throw .invalid(key.stringValue)
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
            DecodingError.dataCorrupted(let context)
        {
            throw .invalid(context.codingPath.map(\.stringValue).joined(separator: "."))
        } catch {
            throw .invalid("body")
        }
        return Item(owner: owner, id: id(of: object), json: json)
    }

    private func page(_ request: FakeRequest, of caller: String?) throws(FakeProblem) -> ServerResponse {
        let query = request.query
        guard let number = Int(query["page"] ?? "1"), number > 0 else { throw .invalid("page") }
        guard let size = Int(query["per_page"] ?? query["limit"] ?? "20"), size > 0 else { throw .invalid("per_page") }
        guard let start = Int(query["offset"] ?? "\((number - 1) * size)"), start >= 0 else { throw .invalid("offset") }
        let visible = items.filter { audience != .owner || $0.owner == caller }
        let page = visible.dropFirst(start).prefix(size).map(\.object)
        return .object(
            enveloped([list.items: page, "page": number, "per_page": size, list.total: visible.count]))
    }

    private func id(of object: [String: Any]) -> String { "\(object[idKey] ?? "")" }

    private func enveloped(_ object: [String: Any]) -> [String: Any] {
        envelope.map { [$0: object] } ?? object
    }
}

extension [String: Any] {
    fileprivate var json: Data {
        (try? JSONSerialization.data(withJSONObject: self, options: [.sortedKeys, .withoutEscapingSlashes])) ?? Data()
    }
}
