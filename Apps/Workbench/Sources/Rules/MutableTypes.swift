/// The names of the types whose instances are visibly mutable and shared.
struct MutableTypes {
    private let names: Set<String>

    /// - Parameter listed: names from outside the workspace that the contract lists.
    init(declaredIn files: [SourceFile], listed: [String]) {
        let types = files.flatMap(\.declarations.types)
        var names = Set(listed)
        // A class can store a class that is declared later, so repeat until a pass adds nothing.
        var previous: Int
        repeat {
            previous = names.count
            for type in types where type.isMutable(given: names) {
                names.insert(type.name)
            }
        } while names.count > previous
        // If a value type elsewhere has the same name, the scanner can't distinguish them.
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
