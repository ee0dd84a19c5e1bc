/// Registers a value that the whole container shares. It is created once, when it is first needed.
public struct Singleton<Value: Sendable>: AssemblyBuilder.Element {
    private var registration: Registration
    public var assembly: Assembly { Assembly([registration]) }

    /// - Parameters:
    ///   - needs: The keys of the factory's parameters, in order. Their values are created first.
    ///   - factory: Creates the value. It runs under the container's lock, so it must not call the container, and other
    ///     callers wait meanwhile.
    public init<each Need: Sendable>(
        _ key: Key<Value>, needs: repeat Key<each Need>, fileID: String = #fileID, line: Int = #line,
        factory: @escaping @Sendable (repeat each Need) throws -> Value
    ) {
        registration = Registration(
            key, .singleton, needs: repeat each needs, location: "\(fileID):\(line)", factory: factory)
    }

    /// Shuts the value down with the container, if it was created. An error does not stop the actions of other values.
    public func onShutdown(_ action: @escaping @Sendable (Value) async throws -> Void) -> Self {
        var copy = self
        copy.registration.shutDown = { value in try await action(value.get()) }
        return copy
    }
}

/// Registers a value that each ``Scope`` creates for itself, once, when it is first needed there.
///
/// Its needs may be scoped values, seeds and singletons. Its factory has the same rules as that of a ``Singleton``.
public struct Scoped<Value: Sendable>: AssemblyBuilder.Element {
    private var registration: Registration
    public var assembly: Assembly { Assembly([registration]) }

    /// The parameters are those of ``Singleton/init(_:needs:fileID:line:factory:)``.
    public init<each Need: Sendable>(
        _ key: Key<Value>, needs: repeat Key<each Need>, fileID: String = #fileID, line: Int = #line,
        factory: @escaping @Sendable (repeat each Need) throws -> Value
    ) {
        registration = Registration(
            key, .scoped, needs: repeat each needs, location: "\(fileID):\(line)", factory: factory)
    }

    /// Shuts the value down when its scope ends, if it was created. An error does not stop the actions of other values.
    public func onShutdown(_ action: @escaping @Sendable (Value) async throws -> Void) -> Self {
        var copy = self
        copy.registration.shutDown = { value in try await action(value.get()) }
        return copy
    }
}

/// Declares a value that the caller provides when a ``Scope`` begins, such as the account that logged in.
public struct Seed<Value: Sendable>: AssemblyBuilder.Element {
    public let assembly: Assembly

    /// ``Container/beginScope(_:fileID:line:)`` requires a value for `key`.
    public init(_ key: Key<Value>, fileID: String = #fileID, line: Int = #line) {
        let node = Graph.Node(key: AnyKey(key), lifetime: .seed, needs: [], location: "\(fileID):\(line)")
        // Not called, because each scope begins with the values of its seeds.
        assembly = Assembly([Registration(node: node) { _ throws(ResolutionError) in throw .outsideScope(node) }])
    }
}

/// An element of an ``Assembly`` without its value type.
struct Registration: Sendable {
    /// Returns the value of a key that the registration needs.
    typealias Resolve = (AnyKey) throws(ResolutionError) -> AnyValue

    let node: Graph.Node
    let create: @Sendable (Resolve) throws(ResolutionError) -> AnyValue
    var shutDown: (@Sendable (AnyValue) async throws -> Void)?
}

extension Registration {
    /// The same keys fill `node.needs` and provide the values, so the graph always matches the wiring.
    init<Value: Sendable, each Need: Sendable>(
        _ key: Key<Value>, _ lifetime: Graph.Lifetime, needs: repeat Key<each Need>, location: String,
        factory: @escaping @Sendable (repeat each Need) throws -> Value
    ) {
        var needed: [AnyKey] = []
        for need in repeat each needs { needed.append(AnyKey(need)) }
        let node = Graph.Node(key: AnyKey(key), lifetime: lifetime, needs: needed, location: location)
        self.init(node: node) { (resolve: Resolve) throws(ResolutionError) -> AnyValue in
            let values = (repeat try resolve(AnyKey(each needs)).get(as: (each Need).self))
            do {
                return AnyValue(try factory(repeat each values))
            } catch {
                throw .creationFailed(node, neededBy: [], underlying: error)
            }
        }
    }
}
