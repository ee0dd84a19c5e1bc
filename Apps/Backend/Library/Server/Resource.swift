/// One folder of this server: its routes, and their description in OpenAPI.
///
/// A new resource conforms to this protocol and takes its dependencies from ``ResourceDependencies``. List it in
/// ``BackendRouter`` and, if it has a table, in ``Schema``.
protocol Resource: Sendable {
    /// The description of each route.
    var operations: [Operation] { get }
    /// The JSON schemas that the operations name.
    var schemas: [String: JSONSchema] { get }

    /// Adds a route for each of the operations, to the group whose callers may use it.
    func addRoutes(to groups: RouteGroups)
}

extension Resource {
    var schemas: [String: JSONSchema] { [:] }
}
