import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

@testable import Backend

/// The OpenAPI document describes exactly this server.
struct OpenAPITests {
    @Test("every route is described, and every operation has a route", arguments: [false, true])
    func routes(faults: Bool) async throws {
        try await TestBackend.run {
            $0.faults = faults
        } _: { backend in
            let routes = backend.backend.routes.routes.map { "\($0.method.rawValue) \($0.path)" }
            let document = backend.backend.document
            let described = document.operations.map { "\($0.method.rawValue) \($0.path)" }
            #expect(Set(routes).count == routes.count && routes.sorted() == described.sorted())
            #expect(Set(document.operations.map(\.id)).count == document.operations.count)
        }
    }

    @Test("the OpenAPI document is served without a token")
    func served() async throws {
        try await TestBackend.run { backend in
            let response = try await backend.send(.get, "/openapi.json")
            #expect(response.status == .ok && response.headers[.contentType] == "application/json")
            #expect(response.text.contains(#""openapi":"3.1.0""#))
        }
    }

    @Test("every reference has a target, and every component is referenced")
    func references() async throws {
        try await TestBackend.run { backend in
            let document = backend.backend.document.json
            let found = Self.references(in: document)
            var components: Set<String> = []
            for kind in ["schemas", "headers"] {
                guard case .object(let members)? = document["components"]?[kind] else { continue }
                components.formUnion(members.keys.map { "#/components/\(kind)/\($0)" })
            }
            #expect(found == components)
        }
    }

    private static func references(in value: JSONValue) -> Set<String> {
        switch value {
        case .object(let members):
            let nested = members.values.reduce(into: Set()) { $0.formUnion(references(in: $1)) }
            if case .string(let reference)? = members["$ref"] { return nested.union([reference]) }
            return nested
        case .array(let items): return items.reduce(into: []) { $0.formUnion(references(in: $1)) }
        default: return []
        }
    }

    @Test("each response of each route is described", arguments: Row.all)
    func responses(row: Row) async throws {
        for caller in [CallerKind.admin, .other, .none] {
            try await TestBackend.run { backend in
                let document = backend.backend.document
                let operation = try #require(
                    document.operations.first { "\($0.method.rawValue) \($0.path)" == row.route })
                let response = try await row.send(to: backend, token: try await caller.token(on: backend))
                let described = try #require(operation.allResponses.first { $0.status == response.status }, "\(caller)")
                let type = response.headers[.contentType]
                #expect(type == nil ? described.types.isEmpty : described.types.contains(type ?? ""))
                for field in described.fields {
                    #expect(response.headers[try #require(.init(field))] != nil, "\(field)")
                }
                guard response.status.kind == .successful, type == "application/json" else { return }
                let body = try response.decode(ObjectKeys.self)
                let (required, known) = document.members(of: described.schema)
                #expect(required.isSubset(of: body.keys) && (known.isEmpty || body.keys.isSubset(of: known)))
            }
        }
    }
}

/// The keys of any JSON object.
private struct ObjectKeys: Decodable {
    let keys: Set<String>

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
        keys = Set(try decoder.container(keyedBy: Key.self).allKeys.map(\.stringValue))
    }
}

extension OpenAPIDocument {
    fileprivate func members(of schema: JSONSchema) -> (required: Set<String>, known: Set<String>) {
        var json = schema.json
        if case .string(let reference)? = json["$ref"], let name = reference.split(separator: "/").last {
            json = schemas[String(name)]?.json ?? .null
        }
        var (required, known): (Set<String>, Set<String>) = ([], [])
        if case .array(let names)? = json["required"] {
            for case .string(let name) in names { required.insert(name) }
        }
        if case .object(let properties)? = json["properties"] { known = Set(properties.keys) }
        return (required, known)
    }
}
