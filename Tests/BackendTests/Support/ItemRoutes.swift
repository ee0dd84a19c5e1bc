import HTTPTypes
import Hummingbird
import Synchronization

@testable import Backend

/// Items with unique names, for tests of what all resources share. Members add them at two paths.
final class ItemRoutes: Resource {
    private struct ItemBody: Codable {
        let name: String?
    }

    let operations: [Backend.Operation] = []
    private let bodies: JSONBodyReader
    private let links: Links
    private let names = Mutex<Set<String>>([])

    init(_ dependencies: ResourceDependencies) {
        bodies = dependencies.bodies
        links = dependencies.links
    }

    func addRoutes(to groups: RouteGroups) {
        groups.members.post("items", use: create)
        groups.members.post("archive/items", use: create)
    }

    @Sendable private func create(_ request: Request, _ context: MemberContext) async throws -> some ResponseGenerator {
        let body = try await bodies.read(ItemBody.self, from: request)
        guard let name = body.name else { throw Problem.validationFailed([.required("name")]) }
        guard names.withLock({ $0.insert(name).inserted }) else {
            throw Problem(status: .conflict, code: "name_taken", title: "Name taken", detail: "Choose another name.")
        }
        return JSONResponse(body: body, status: .created, headers: [.location: links.absolute("/items/\(name)")])
    }
}

extension BackendConfiguration {
    mutating func addItems() { additionalResources = { [ItemRoutes($0)] } }
}
