/// References between folders: a folder uses another if it contains the name of a type that the other one declares outside other
/// types. A name is a whole word of the code, so a member of that name counts as well.
extension LayerCheck {
    /// A type's name in a file of another folder.
    private struct Use {
        let file: String
        let type: String
    }

    /// Modules whose folders form a cycle.
    func cycles() -> [Breach] {
        manifest.targets.filter { $0.isSwift && $0.path.isBelow(["Modules"]) }.map(\.path).flatMap { module in
            let uses = uses(in: module) { parts in parts.count > 1 ? parts[0] : nil }
            var rest = Set(uses.keys)
            return uses.keys.sorted().compactMap { folder -> Breach? in
                guard rest.contains(folder), let cycle = shortestCycle(from: folder, in: uses) else { return nil }
                rest.subtract(cycle)
                let steps = zip(cycle, cycle.dropFirst()).compactMap { from, to in
                    uses[from]?[to].map { "\(from) → \(to) (\($0.type) in \($0.file.dropFirst(module.count + 1)))" }
                }
                return Breach(
                    module, 1, "cycles", module,
                    "the folders of \(module) form a cycle, so none can be read or moved alone: "
                        + steps.joined(separator: ", ") + ". Fix: Move one of these types to a folder below both.")
            }
        }
    }

    private func shortestCycle(from start: String, in uses: [String: [String: Use]]) -> [String]? {
        var paths = [[start]]
        var seen: Set<String> = []
        while !paths.isEmpty {
            let path = paths.removeFirst()
            for next in (uses[path[path.count - 1]] ?? [:]).keys.sorted() {
                if next == start { return path + [next] }
                if seen.insert(next).inserted { paths.append(path + [next]) }
            }
        }
        return nil
    }

    /// Features of an app that name a type of another feature. The features are the folders of Services, without the base.
    func mixedFeatures() -> [Breach] {
        let services = files.filter { $0.path.isBelow(["Modules/Services"]) }.map { $0.path.split(separator: "/") }
        let features = Set(services.filter { $0.count > 3 }.map { String($0[2]) }).subtracting(contract.base)
        return manifest.targets.filter { $0.isSwift && $0.path.isBelow(["Apps"]) }.flatMap { app in
            uses(in: app.path) { $0.first(where: features.contains) }.flatMap { feature, others in
                others.map { other, use in
                    Breach(
                        use.file, 1, "features", use.type,
                        "the feature \(feature) names \(use.type) of \(other), so neither can be removed alone. "
                            + "Fix: Move \(use.type) out of the folder \(other), or use public types of the modules.")
                }
            }
        }
    }

    /// The first use of each folder's types by each other folder. A name that both declare is no use.
    ///
    /// - Parameter group: the folder of a file, from the components of its path below `path`.
    private func uses(in path: String, group: ([String]) -> String?) -> [String: [String: Use]] {
        let files = files.filter { $0.path.isBelow([path]) }.sorted { $0.path < $1.path }
        let folders = Dictionary(grouping: files) { file in
            group(file.path.dropFirst(path.count + 1).split(separator: "/").map(String.init)) ?? ""
        }.filter { !$0.key.isEmpty }
        let types = folders.mapValues { Set($0.flatMap(\.types)) }
        return folders.mapValues { files in
            let own = Set(files.flatMap(\.types))
            return types.compactMapValues { declared in
                let foreign = declared.subtracting(own)
                return files.lazy.compactMap { file in
                    file.words.intersection(foreign).min().map { Use(file: file.path, type: $0) }
                }.first
            }
        }
    }
}
