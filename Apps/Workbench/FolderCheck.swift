/// Dependencies between folders: a folder depends on another if it contains the name of a type that the other one declares
/// outside other types. A name is a whole word of the code, so a member of that name counts as well.
extension LayerCheck {
    /// The first use of each folder's types by each other folder, which is a type's name in a file.
    private typealias Uses = [String: [String: (file: SourceFile, type: String)]]

    /// Modules whose folders form a cycle.
    func cycles() -> [Breach] {
        targets.filter { $0.path.isBelow(["Modules"]) }.compactMap { module in
            var uses = uses(in: module.path) { $0.count > 1 ? $0[0] : nil }
            // What remains without the folders that use no other one, or that no other one uses, is in a cycle.
            var count = 0
            while count != uses.count {
                count = uses.count
                let used = Set(uses.values.flatMap(\.keys))
                uses = uses.filter { used.contains($0.key) && !$0.value.isEmpty }
                uses = uses.mapValues { others in others.filter { uses[$0.key] != nil } }
            }
            let steps = uses.flatMap { from, others in
                others.map { "\(from) → \($0) (\($1.type) in \($1.file.path.dropFirst(module.path.count + 1)))" }
            }
            guard !steps.isEmpty else { return nil }
            return Breach(
                module.path, 1, "cycles", module.name,
                "the folders of \(module.name) form a cycle, so none can be read or moved alone: "
                    + steps.sorted().joined(separator: ", "), fix: "Move one of these types to a folder below both")
        }
    }

    /// Features that name a type of another feature that is not public. The features are the folders of Services,
    /// without the base.
    func mixedFeatures(besides base: [String]) -> [Breach] {
        let features = Set(uses(in: "Modules/Services") { $0.count > 1 ? $0[0] : nil }.keys).subtracting(base)
        return targets.filter { $0.path.isBelow(["Apps", "Modules"]) }.flatMap { target in
            let uses = uses(of: \.internalTypes, in: target.path) { $0.first(where: features.contains) }
            return uses.flatMap { feature, others in
                others.map { other, use in
                    Breach(
                        use.file.path, use.file.line(of: use.type), "features", use.type,
                        "the feature \(feature) names \(use.type) of \(other), so neither can be removed alone",
                        fix: "Move \(use.type) out of the folder \(other), or use public types of the modules")
                }
            }
        }
    }

    /// - Parameter group: the folder of a file, from the components of its path below `path`.
    private func uses(
        of kind: KeyPath<SourceFile, Set<String>> = \.types, in path: String, group: ([String]) -> String?
    ) -> Uses {
        let folders = Dictionary(grouping: files.filter { $0.path.isBelow([path]) }) { file in
            group(file.path.dropFirst(path.count).split(separator: "/").map(String.init)) ?? ""
        }.filter { !$0.key.isEmpty }
        let types = folders.mapValues { $0.reduce(into: Set()) { $0.formUnion($1[keyPath: kind]) } }
        return Uses(
            uniqueKeysWithValues: folders.map { folder, files in
                // A name that both declare is no use.
                let others = types.mapValues { $0.subtracting(types[folder] ?? []) }
                return (
                    folder,
                    others.compactMapValues { names in
                        files.lazy.compactMap { file in
                            file.words.intersection(names).min().map { (file, $0) }
                        }.first
                    }
                )
            })
    }
}
