/// Removes from Docs/layers.json what is no longer needed: rows of targets, packages and files that are gone, and
/// grants without an import.
struct ContractPruning {
    private let imports: TargetImports
    private let change: WorkspaceChange
    private var text: BracketedText

    private typealias Removal = (list: BracketedText.List, element: Int)

    /// The contract's text after the pruning.
    static func pruned(_ text: String, imports: TargetImports, change: WorkspaceChange) -> String {
        var pruning = ContractPruning(imports: imports, change: change, text: BracketedText(text))
        while let removal = pruning.removal() {
            pruning.text.remove(element: removal.element, of: removal.list)
        }
        return pruning.text.text
    }

    /// The next element to remove.
    private func removal() -> Removal? {
        for (row, place) in rows("targets") {
            if let removal = removal(inTarget: row, at: place) { return removal }
        }
        for (row, place) in rows("packages") {
            let modules = list("modules", in: row)
            if let removal = removal(from: modules, unless: imports.isImported) { return removal }
            if modules?.elements.isEmpty != false { return place }
        }
        for (row, place) in rows("currency") {
            let module = value("module", in: row)
            let targets = list("targets", in: row)
            if let removal = removal(from: targets, unless: { imports.isImported(module, by: $0) }) { return removal }
            if targets?.elements.isEmpty != false { return place }
        }
        for (row, place) in rows("sharedPackages") {
            let packages = list("packages", in: row).map(text.elements(of:))?.map(\.unquoted) ?? []
            let targets = list("targets", in: row)
            let unused = removal(from: targets) { target in
                packages.contains { imports.importsModule(of: $0, by: target) }
            }
            if let unused { return unused }
            if targets?.elements.isEmpty != false { return place }
        }
        for (row, place) in rows("systemModules") {
            if let removal = removal(inSystemModules: row, at: place) { return removal }
        }
        for (row, place) in rows("outside") where isEmptied(folder: value("path", in: row)) {
            return place
        }
        return lostFile()
    }

    private func removal(inTarget row: BracketedText.List, at place: Removal) -> Removal? {
        let target = value("target", in: row)
        if imports.emptied.contains(target) { return place }
        if let removal = removal(
            from: list("imports", in: row), unless: { imports.isImported($0, by: target) })
        {
            return removal
        }
        for (key, isUsed) in [
            ("packages", { imports.importsModule(of: $0, by: target) }),
            ("runs", { !imports.emptied.contains($0) }),
        ] as [(String, (String) -> Bool)] {
            guard let list = list(key, in: row) else { continue }
            guard let removal = removal(from: list, unless: isUsed) else { continue }
            guard list.elements.count == 1 else { return removal }
            return text.parent(of: list).map { ($0.list, $0.element) }
        }
        return nil
    }

    private func removal(inSystemModules row: BracketedText.List, at place: Removal) -> Removal? {
        guard let scope = list("scope", in: row), let modules = list("modules", in: row) else { return nil }
        let names = text.elements(of: modules).map(\.unquoted)
        func isUsed(by target: String) -> Bool { names.contains { imports.isImported($0, by: target) } }
        if let removal = removal(from: list("targets", in: scope), unless: isUsed) { return removal }
        let kinds = list("kinds", in: scope)
        let unused = removal(from: kinds) { kind in
            let targets = imports.contract.targets.filter {
                $0.kind.rawValue == kind && !imports.emptied.contains($0.target)
            }
            return targets.isEmpty || targets.contains { isUsed(by: $0.target) }
        }
        if let unused { return unused }
        let isEmpty = [kinds, list("targets", in: scope)].allSatisfy { $0?.elements.isEmpty != false }
        return isEmpty ? place : nil
    }

    /// A row about a file that is gone, or an exception whose subject is gone from the file.
    private func lostFile() -> Removal? {
        for row in text.lists where row.bracket == "{" {
            let file = value("file", in: row)
            guard !file.isEmpty, let parent = text.parent(of: row) else { continue }
            let place = (list: parent.list, element: parent.element)
            guard let content = change.text(of: file) else { return place }
            let subject = value("subject", in: row).lowercased()
            if change.changed.contains(file), !subject.contains("…"), !content.lowercased().contains(subject) {
                return place
            }
        }
        return nil
    }

    private func isEmptied(folder: String) -> Bool {
        let isIn = { (file: String) in file == folder || file.hasPrefix(folder + "/") }
        return change.deleted.contains(where: isIn) && !change.files.contains { isIn($0) && $0.hasSuffix(".swift") }
    }

    // MARK: JSON

    /// The objects in the array of a top-level key.
    private func rows(_ key: String) -> [(row: BracketedText.List, place: Removal)] {
        guard let top = text.lists.first, let array = list(key, in: top) else { return [] }
        return array.elements.enumerated().compactMap { index, range in
            text.list(in: range).map { ($0, (array, index)) }
        }
    }

    private func list(_ key: String, in object: BracketedText.List) -> BracketedText.List? {
        element(key, in: object).flatMap(text.list(in:))
    }

    /// The string of a key; empty if there is none.
    private func value(_ key: String, in object: BracketedText.List) -> String {
        guard let range = element(key, in: object) else { return "" }
        let rest = text.text(of: range).dropFirst(key.count + 2).drop { " :".contains($0) }
        return rest.hasPrefix("\"") ? String(rest).unquoted : ""
    }

    private func element(_ key: String, in object: BracketedText.List) -> Range<Int>? {
        let start = Array("\"\(key)\"")
        return object.elements.first { text.characters[$0].starts(with: start) }
    }

    private func removal(from list: BracketedText.List?, unless isUsed: (String) -> Bool) -> Removal? {
        guard let list else { return nil }
        let index = text.elements(of: list).firstIndex { !isUsed($0.unquoted) }
        return index.map { (list, $0) }
    }
}

extension String {
    /// The text without its quotation marks and escapes.
    fileprivate var unquoted: String {
        String(dropFirst().dropLast()).replacing(#"\""#, with: "\"").replacing(#"\\"#, with: #"\"#)
    }
}
