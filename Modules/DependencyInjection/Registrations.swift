/// Registers a value that the whole container shares. It is created once, when it is first needed.
///
/// ```swift
/// Singleton(.users, needs: .session, .userStore) { session, store in
///     RemoteUserService(session: session, store: store)
/// }
/// ```
public struct Singleton<Value: Sendable>: AssemblyBuilder.Element {
    private var registration: Registration

    /// - Parameters:
    ///   - key: The key of the value.
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

    /// Shuts the value down with the container. The action does not run if the value was never created.
    ///
    /// ``ShutdownError`` collects the errors of all actions. An error does not stop the other actions.
    public func onShutdown(_ action: @escaping @Sendable (Value) async throws -> Void) -> Self {
        var copy = self
        copy.registration.shutDown = { value in try await action(value.get()) }
        return copy
    }

    /// An assembly that contains only this registration.
    public var assembly: Assembly { Assembly([registration]) }
}

/// Registers a value that each ``Scope`` creates for itself, once, when it is first needed there.
///
/// ```swift
/// Scoped(.users, needs: .client, .account) { client, account in
///     RemoteUserService(client: client, account: account)
/// }
/// ```
public struct Scoped<Value: Sendable>: AssemblyBuilder.Element {
    private var registration: Registration

    /// - Parameters:
    ///   - key: The key of the value.
    ///   - needs: The keys of the factory's parameters, in order: scoped values, seeds and singletons.
    ///   - factory: Creates the value under the same rules as the factory of a ``Singleton``.
    public init<each Need: Sendable>(
        _ key: Key<Value>, needs: repeat Key<each Need>, fileID: String = #fileID, line: Int = #line,
        factory: @escaping @Sendable (repeat each Need) throws -> Value
    ) {
        registration = Registration(
            key, .scoped, needs: repeat each needs, location: "\(fileID):\(line)", factory: factory)
    }

    /// Shuts the value down when its scope ends. The action does not run if the value was never created.
    public func onShutdown(_ action: @escaping @Sendable (Value) async throws -> Void) -> Self {
        var copy = self
        copy.registration.shutDown = { value in try await action(value.get()) }
        return copy
    }

    /// An assembly that contains only this registration.
    public var assembly: Assembly { Assembly([registration]) }
}

/// Declares a value that the caller provides when a ``Scope`` begins, such as the account that logged in.
///
/// ```swift
/// Seed(.account)
/// …
/// let scope = try container.beginScope(.seed(.account, account))
/// ```
public struct Seed<Value: Sendable>: AssemblyBuilder.Element {
    private let registration: Registration

    /// - Parameter key: The key that ``Container/beginScope(_:fileID:line:)`` requires a value for.
    public init(_ key: Key<Value>, fileID: String = #fileID, line: Int = #line) {
        let node = Graph.Node(key: AnyKey(key), lifetime: .seed, needs: [], location: "\(fileID):\(line)")
        // Not called, because each scope begins with the values of its seeds.
        registration = Registration(node: node) { _ throws(ResolutionError) in throw .outsideScope(node) }
    }

    /// An assembly that contains only this declaration.
    public var assembly: Assembly { Assembly([registration]) }
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
        _ key: Key<Value>,
        _ lifetime: Graph.Lifetime,
        needs: repeat Key<each Need>,
        location: String,
        factory: @escaping @Sendable (repeat each Need) throws -> Value
    ) {
        var needed: [AnyKey] = []
        for need in repeat each needs {
            needed.append(AnyKey(need))
        }
        let node = Graph.Node(key: AnyKey(key), lifetime: lifetime, needs: needed, location: location)
        self.init(node: node) { (resolve: Resolve) throws(ResolutionError) -> AnyValue in
            let values = (repeat try Self.value(of: each needs, neededBy: node, from: resolve))
            do {
                return AnyValue(try factory(repeat each values))
            } catch {
                throw .creationFailed(.init(node: node, dependents: [], underlying: error))
            }
        }
    }

    private static func value<Need>(
        of key: Key<Need>, neededBy node: Graph.Node, from resolve: Resolve
    ) throws(ResolutionError) -> Need {
        do throws(ResolutionError) {
            return try resolve(AnyKey(key)).get()
        } catch {
            throw error.adding(dependent: node)
        }
    }
}
