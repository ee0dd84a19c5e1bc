import Foundation

/// Looks up what the documentation names: links, paths, commands, options, Swift names and excerpts of files.
struct DocsCheck {
    private let workspace: Workspace
    /// The commands of the built executables; empty leaves subcommands and options unchecked.
    private let commands: [CommandTree]
    private let makeTargets: Set<String>
    private let topLevel: Set<String>
    private let anchors: [String: Set<String>]
    /// The words of the code, of its string literals, of Package.swift and of paths.
    private var names: Set<String>

    init(_ workspace: Workspace, commands: [CommandTree] = []) {
        (self.workspace, self.commands) = (workspace, commands)
        let makefile = (try? String(contentsOfFile: workspace.root + "/Makefile", encoding: .utf8)) ?? ""
        makeTargets = Set(makefile.matches(of: /(?m)^([a-z][\w-]*):(?!=)/).map { String($0.1) })
        topLevel = Set(workspace.paths.filter { !$0.contains("/") }).union(["Modules", "Apps", "Tests", "Docs", ".ci"])
        anchors = Dictionary(uniqueKeysWithValues: workspace.pages.map { ($0.path, $0.anchors) })
        names = (workspace.paths.joined(separator: " ") + " " + workspace.manifest.text).words
        for file in workspace.files { names.formUnion(file.allWords) }
        if workspace.contract.engine != nil {
            // The engine's source is in another package.
            let list = try? String(contentsOfFile: "\(workspace.root)/\(PublicAPI.path)", encoding: .utf8)
            names.formUnion(list?.words ?? [])
        }
    }

    func breaches() -> [Breach] {
        workspace.pages.flatMap { page in
            var faults = page.links.flatMap { target, line in link(target, in: page).map { (line, $0) } }
            if page.path.contains(/^Docs\/adr\/\d/) {
                faults += record(page).map { (1, $0) }
            } else if page.path != "Docs/CHANGELOG.md" {
                faults += references(of: page)
            }
            faults += page.lines.enumerated().filter { $1.hasPrefix("<<<<<<< ") || $1.hasPrefix(">>>>>>> ") }
                .map { ($0.offset + 1, "the page has both sides of a merge") }
            return faults.map { line, what in
                Breach(page.path, line, "docs", "", "\(what), which misleads the reader", fix: "Write what exists")
            }
        }
    }

    private func link(_ target: String, in page: Page) -> [String] {
        guard !target.contains(":"), !target.isPlaceholder else { return [] }
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let folder = URL(filePath: "/" + page.path.folder, directoryHint: .isDirectory)
        let path = folder.appending(path: parts[0]).standardizedFileURL.path.dropFirst()
        let file = parts[0].isEmpty ? page.path : String(path)
        guard file == page.path || workspace.paths.contains(file) else {
            return ["the link target \(target) does not exist"]
        }
        guard parts.count == 2, let known = anchors[file], !known.contains(parts[1]) else { return [] }
        return ["\(file) has no heading #\(parts[1])"]
    }

    /// A decision record has a status and a date, and is not rewritten when names change.
    private func record(_ page: Page) -> [String] {
        let status =
            /- Status: (proposed|accepted|deprecated|superseded by \[\d{4}\]\([^)]+\))(, (amended by )?\[\d{4}\].*)?/
        let hasStatus = page.lines.contains { $0.wholeMatch(of: status) != nil }
        let hasDate = page.lines.contains { $0.wholeMatch(of: /- Date: \d{4}-\d\d-\d\d/) != nil }
        return (hasStatus ? [] : ["the record has no line `- Status: accepted` or similar"])
            + (hasDate ? [] : ["the record has no line `- Date: YYYY-MM-DD`"])
    }

    /// What the code spans and blocks of a page name, with its lines.
    private func references(of page: Page) -> [(Int, String)] {
        // A page may name what its reader writes or adds on it.
        let written = page.fences.filter { $0.language == "swift" }.map(\.text).joined(separator: "\n").words
        let added = page.lines.joined(separator: "\n").matches(of: /(?:commandName: "|make feature NAME=)(\w+)/)
            .map { "subcommand \($0.1.lowercased())" }
        let spans = page.spans.flatMap { text, line in
            let faults =
                text.contains(" ")
                ? command(text) : text.hasPrefix("--") ? option(text) : path(text) + name(text, written)
            return faults.map { (line, $0) }
        }
        let blocks = page.fences.flatMap { fence in
            let isScript = fence.language == "sh"
            let lines = zip((fence.start + 1)..., fence.lines).filter { isScript || $0.1.hasPrefix("$ ") }
            return excerpt(fence).map { (fence.start, $0) }
                + lines.flatMap { line, text in command(isScript ? text : String(text.dropFirst(2))).map { (line, $0) }
                }
        }
        return (spans + blocks).filter { _, fault in !added.contains { fault.contains($0) } }
    }

    /// A block under a path is an excerpt of that file, or a change of it that the reader has made or can make. A new file
    /// belongs to the reader.
    private func excerpt(_ fence: Page.Fence) -> [String] {
        guard let path = fence.path, !fence.isNew else { return [] }
        guard let text = try? String(contentsOfFile: "\(workspace.root)/\(path)", encoding: .utf8) else {
            let isKnown = topLevel.contains(String(path.prefix { $0 != "/" }))
            return isKnown || !path.contains("/") ? self.path(path) : ["\(path) does not exist"]
        }
        if fence.language == "diff" {
            let present = Set(text.split(separator: "\n").map { String($0).trimming() })
            let added = fence.lines.filter { $0.hasPrefix("+") }.map { String($0.dropFirst()).trimming() }
                .filter { !$0.isEmpty }
            let isMade = !added.isEmpty && present.isSuperset(of: added)
            return fence.lines.filter { !$0.hasPrefix("+") && !$0.hasPrefix("@@") && !(isMade && $0.hasPrefix("-")) }
                .map { String($0.dropFirst()).trimming() }.filter { !$0.isEmpty && !present.contains($0) }.prefix(1)
                .map { "\(path) has no line `\($0)` to change" }
        }
        return text.contains(fence.text) ? [] : ["the block is not an excerpt of \(path)"]
    }

    /// A name such as `RetryPolicy`, `Pipeline.standard` or `send(_:)`, whose words must be words of the code.
    private func name(_ text: String, _ written: Set<String>) -> [String] {
        guard !text.isPlaceholder, text.contains(where: \.isLowercase),
            text.wholeMatch(of: /@?[A-Z]\w*(<[\w<>., ]+>)?(\.`?\w+`?)*(\((\w+:)*\))?\??|[a-z]\w*\((\w+:)+\)/) != nil,
            !text.contains(/\.(swift|md|json|resolved|partial|xcstrings)$/)
        else { return [] }
        let words = String(text.prefix { $0 != "(" }).replacing(/<.*>/, with: "").words
        return words.subtracting(names).subtracting(written).prefix(1).map { "no Swift file contains the name \($0)" }
    }

    /// A word is a path of this workspace if it begins with a folder or file at the root. `Package.swift:12` names a line.
    private func path(_ word: String) -> [String] {
        let path = word.replacing(/(:\d+(-\d+)?)?[\/.,;:)]*$/, with: "")
        let isPath = topLevel.contains(String(path.prefix { $0 != "/" })) && path.contains(/[\/.]/)
        guard isPath, !word.isPlaceholder, path != "Package.resolved", !workspace.paths.contains(path) else {
            return []
        }
        let isPattern = path.contains("*") && workspace.paths.contains { $0.isBelow([path]) }
        let isOfEngine = workspace.contract.engine?.all.contains { name in
            path.isBelow(["Modules/\(name)", "Modules/Adapters/\(name)", "Tests/\(name)", "Tests/\(name)Tests"])
        }
        return isPattern || isOfEngine ?? false ? [] : ["\(path) does not exist"]
    }

    private func option(_ text: String) -> [String] {
        let isKnown = commands.isEmpty || commands.contains { $0.allOptions.contains(text.optionName) }
        return isKnown || text.isPlaceholder ? [] : ["no command has the option \(text.optionName)"]
    }

    /// The commands of a line, without its comment. An operator inside quotes splits a command too.
    private func command(_ line: String) -> [String] {
        line.components(separatedBy: " #")[0].split { ";|&()".contains($0) }.flatMap { part -> [String] in
            let words = part.split(separator: " ").map(String.init)
            let plain = Array(words.drop { $0.contains("=") || ["if", "time", "env", "exec", "sudo"].contains($0) })
            let rest = plain.starts(with: ["swift", "run"]) ? plain.dropFirst(2) : plain[...]
            var faults = words.flatMap(path)
            if plain.first == "make", !plain.contains("-C") {
                faults += plain.dropFirst().filter { $0.contains(/^[a-z-]+$/) && !makeTargets.contains($0) }
                    .map { "the Makefile has no target \"\($0)\"" }
            }
            if rest.count < plain.count, let product = rest.first, !product.hasPrefix("-"), !product.isPlaceholder,
                !workspace.manifest.executables.contains(product)
            {
                faults.append("no executable has the name \"\(product)\"")
            }
            let tree = commands.first { $0.commandName == rest.first?.lastComponent }
            return faults + [tree?.fault(in: rest.dropFirst())].compactMap(\.self)
        }
    }
}

extension String {
    /// Whether the reader replaces this with a value: `NAME`, `<name>`, `$HOME`, `…`.
    var isPlaceholder: Bool {
        contains { "<>{}$…'\"".contains($0) } || contains("...") || allSatisfy { $0.isUppercase || $0 == "_" }
    }

    var optionName: String { String(prefix { $0 != "=" }) }
}
