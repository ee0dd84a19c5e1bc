/// The names of the types whose instances can be seen to be mutable and shared.
struct MutableTypes {
    private let names: Set<String>

    /// - Parameter listed: Names from outside the workspace, as the contract lists them.
    init(declaredIn files: [SourceFile], listed: [String]) {
        let types = files.flatMap(\.declarations.types)
        var names = Set(listed)
        // A class may hold a class declared later, so the set grows until a pass adds nothing.
        var previous: Int
        repeat {
            previous = names.count
            for type in types where type.isMutable(given: names) {
                names.insert(type.name)
            }
        } while names.count > previous
        // A name that is also a value type's somewhere cannot be told apart.
        let values = types.filter { $0.kind == .structure || $0.kind == .enumeration }.map(\.name)
        self.names = names.subtracting(Set(values).subtracting(listed))
    }

    func contains(_ name: String) -> Bool {
        names.contains(name)
    }
}

extension TypeDeclaration {
    fileprivate func isMutable(given names: Set<String>) -> Bool {
        switch kind {
        case .actor:
            true
        case .class:
            properties.contains { $0.isVariable || $0.typeName.map(names.contains) == true }
        case .structure, .enumeration, .extension, .protocol:
            false
        }
    }
}
