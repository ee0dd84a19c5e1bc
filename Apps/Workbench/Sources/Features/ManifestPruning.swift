/// Removes from Package.swift what is no longer needed: targets without a file and their products, dependencies without
/// an import, packages without a dependency.
struct ManifestPruning {
    private let imports: TargetImports
    private var text: BracketedText

    /// The manifest's text after the pruning.
    static func pruned(_ text: String, imports: TargetImports) -> String {
        var pruning = ManifestPruning(imports: imports, text: BracketedText(text))
        while let (list, element) = pruning.removal() {
            pruning.text.remove(element: element, of: list)
        }
        return pruning.withoutUnusedConstants()
    }

    /// The next element to remove.
    private func removal() -> (BracketedText.List, Int)? {
        for call in text.lists where call.bracket == "(" {
            let arguments = text.elements(of: call)
            guard let name = arguments.first?.quoted, let parent = text.parent(of: call) else { continue }
            let element = text.text(of: parent.list.elements[parent.element])
            if element.hasPrefix(".library(") || element.hasPrefix(".executable(") {
                let targets = call.elements.last.flatMap(text.list(in:)).map(text.elements(of:)) ?? []
                if targets.allSatisfy({ imports.emptied.contains($0.quoted ?? "") }) { return parent }
            } else if element.hasPrefix(".package(") {
                if !isUsed(package: name.packageIdentity) { return parent }
            } else if imports.contract.row(of: name) != nil, arguments.count > 1 || !element.hasPrefix(".target(") {
                if imports.emptied.contains(name) { return parent }
                if let empty = call.elements.firstIndex(where: isEmptyList) { return (call, empty) }
                if let unused = unusedDependency(of: name, in: call) { return unused }
            }
        }
        return nil
    }

    /// Whether an argument is a list that has lost all of its elements.
    private func isEmptyList(_ argument: Range<Int>) -> Bool {
        text.text(of: argument).hasPrefix("resources: [") && text.list(in: argument)?.elements.isEmpty == true
    }

    private func unusedDependency(of target: String, in call: BracketedText.List) -> (BracketedText.List, Int)? {
        let argument = call.elements.dropFirst().first { range in
            let argument = text.text(of: range)
            return argument.hasPrefix("[") || argument.hasPrefix("dependencies:")
        }
        guard let argument, let list = text.list(in: argument) else { return nil }
        let index = text.elements(of: list).firstIndex { element in
            dependency(element).map { !imports.needs(target, dependency: $0) } == true
        }
        return index.map { (list, $0) }
    }

    /// The target or product that an element names: by a literal, or by a constant or function with a literal.
    private func dependency(_ element: String) -> String? {
        let code = element.withoutComments
        if let name = code.quoted { return name }
        return definition(of: code)?.quoted
    }

    /// The text after the `=` of a constant's declaration.
    private func definition(of name: String) -> Substring? {
        guard let start = text.text.firstRange(of: "let \(name) = ") else { return nil }
        return text.text[start.upperBound...]
    }

    private func isUsed(package: String) -> Bool {
        guard let row = imports.contract.packages.first(where: { $0.identity == package }) else { return true }
        return row.modules.contains(where: imports.isImported)
    }

    /// The text without the constants of dependencies that nothing names.
    private func withoutUnusedConstants() -> String {
        var lines = text.text.split(separator: "\n", omittingEmptySubsequences: false)
        for match in text.text.matches(of: /\nlet (\w+) = Target\.Dependency/) {
            let name = match.output.1
            guard text.text.matches(of: /\w+/).count(where: { $0.output == name }) == 1,
                let first = lines.firstIndex(where: { $0.hasPrefix("let \(name) = ") })
            else { continue }
            var last = first
            while last + 1 < lines.count, lines[last + 1].hasPrefix(" ") { last += 1 }
            lines.removeSubrange(first...last)
            while first > 0, first <= lines.count, lines[first - 1].hasPrefix("///") { lines.remove(at: first - 1) }
        }
        return lines.joined(separator: "\n")
    }
}

extension StringProtocol {
    /// The content of the first string literal.
    fileprivate var quoted: String? {
        String(self).firstMatch(of: /"([^"]*)"/).map { String($0.output.1) }
    }

    fileprivate var withoutComments: String {
        split(separator: "\n").filter { !$0.trimmingSpaces.hasPrefix("//") }.joined(separator: "\n")
    }

    /// `vendor-kit` of `https://example.com/vendor-kit.git`.
    fileprivate var packageIdentity: String {
        let last = split(separator: "/").last.map { $0.lowercased() } ?? lowercased()
        return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }
}
