/// The names that a workspace uses already.
struct TakenNames {
    let files: FeatureFiles
    let tree: FileTree

    /// - Throws: ``FeatureError/refusedName(_:reason:)`` or ``FeatureError/refusedField(_:reason:)``.
    func refuse(_ name: FeatureName, fields: [FeatureField], template: FeatureTemplate) throws {
        let singular = name.singular.upperCamel
        let plural = name.plural.upperCamel
        func refuse(_ name: String, _ reason: String) throws {
            throw FeatureError.refusedName(name, reason: reason)
        }
        for feature in files.list.features {
            for taken in [feature.name, feature.singular] where [singular, plural].contains(taken) {
                try refuse(taken, "\(FeatureList.path) lists a feature with this name")
            }
        }
        let contract = try LayerContract(json: tree.text(of: LayerContract.path))
        let modules = Set(
            contract.layers.flatMap(\.folders).map(\.lastComponent) + contract.packages.flatMap(\.modules))
        let folders = Set(files.paths.flatMap { $0.split(separator: "/").dropLast().map(String.init) })
        for taken in [singular, plural] {
            if modules.contains(taken) { try refuse(taken, "a module has this name") }
            if folders.contains(taken) { try refuse(taken, "a folder has this name, and would belong to the feature") }
        }
        for field in fields
        where [name.singular, name.plural].contains(where: { $0.lowerCamel == field.name.lowerCamel }) {
            throw FeatureError.refusedField(field.text, reason: "the feature has the same name")
        }
        let names = Substitution.names(of: template.name, by: name)
        try refuseTypes(of: template, renamedBy: names, singular: name.singular.upperCamel)
        let address = "/v2/" + name.plural.kebab
        for path in files.paths where path.hasPrefix("Apps/") && path.hasSuffix(".swift") {
            guard let text = try? tree.text(of: path) else { continue }
            for taken in ["commandName: \"\(name.plural.kebab)\"", address + "\"", String(address.dropFirst()) + "\""]
            where text.contains(taken) {
                try refuse(plural, "\(path) has a command or route \(name.plural.kebab)")
            }
        }
    }

    /// Refuses a name if a type of the new feature exists. A type within a type of another feature does not count.
    private func refuseTypes(of template: FeatureTemplate, renamedBy names: Substitution, singular: String) throws {
        var new: Set<String> = [singular]
        for (path, text) in template.texts where path.hasSuffix(".swift") {
            let types = DeclarationScanner.findings(in: Lexer(text).tokens).types.filter { $0.kind != .extension }
            new.formUnion(types.map { names.applied(to: $0.name) }.filter { !types.map(\.name).contains($0) })
        }
        for path in files.paths where path.hasSuffix(".swift") && !path.hasPrefix("Tests/") {
            guard let text = try? tree.text(of: path) else { continue }
            let types = text.matches(of: /\b(?:struct|class|enum|actor|protocol|typealias) (\w+)/)
            for type in types where new.contains(String(type.output.1)) {
                let line =
                    text[..<type.range.lowerBound].lastIndex(of: "\n").map { text[$0...].dropFirst() } ?? text[...]
                if line.hasPrefix(" "), files.list.features.contains(where: { $0.owns(path) }) { continue }
                throw FeatureError.refusedName(singular, reason: "\(path) declares a type \(type.output.1)")
            }
        }
    }
}
