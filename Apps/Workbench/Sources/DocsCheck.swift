import Foundation

/// Looks up what the documentation names: links, paths, commands, options, Swift names and excerpts of files.
struct DocsCheck {
    let workspace: Workspace
    /// The commands of the built executables; empty leaves subcommands and options unchecked.
    let commands: [CommandTree]
    private let names: Names
    private let makeTargets: Set<String>
    private let topLevel: Set<String>
    private let anchors: [String: Set<String>]
    /// Those of all commands, which are checked with their program where it is one of ours.
    private let usedOptions: Set<String>

    init(workspace: Workspace, commands: [CommandTree] = []) {
        (self.workspace, self.commands) = (workspace, commands)
        names = Names(workspace: workspace)
        let makefile = workspace.scripts.first { $0.path == "Makefile" }?.text ?? ""
        makeTargets = Set(makefile.matches(of: /(?m)^([a-z][\w-]*):(?!=)/).map { String($0.1) })
        topLevel = Set(workspace.paths.filter { !$0.contains("/") })
            .union(["Modules", "Apps", "Tests", "Docs", ".ci", ".github"])
        anchors = Dictionary(uniqueKeysWithValues: workspace.pages.map { ($0.path, $0.anchors) })
        let lines =
            workspace.scripts.map(\.text)
            + workspace.pages.flatMap { page in
                page.spans.map(\.text).filter { $0.contains(" ") } + page.fences.flatMap(\.lines)
            }
        usedOptions = Set(
            lines.joined(separator: "\n").split { " \n'\"`".contains($0) }.filter { $0.hasPrefix("-") }
                .map { String($0).optionName })
    }

    func breaches() -> [Breach] {
        workspace.pages.flatMap { page in
            let isHistory = page.path == "Docs/CHANGELOG.md"
            let isRecord = page.path.wholeMatch(of: /Docs\/adr\/\d.*/) != nil
            return page.links.compactMap { link($0.text, at: $0.line, in: page) }
                + (isRecord ? recordBreaches(in: page) : isHistory ? [] : referenceBreaches(in: page))
        }
            + workspace.scripts.flatMap { path, text in
                text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().flatMap { index, line in
                    command(String(line.drop { $0 == "@" || $0 == "\t" }), at: index + 1, in: path)
                }
            }
    }

    private func missing(_ file: String, _ line: Int, _ subject: String, _ what: String) -> Breach {
        Breach(file, line, "docs", subject, "\(what), which misleads the reader. Fix: Write a name that exists.")
    }

    // MARK: Pages

    private func referenceBreaches(in page: Page) -> [Breach] {
        // Commands that the reader writes or adds on this page, such as `strata invoices` after `make feature NAME=Invoice`.
        let written = page.lines.joined(separator: "\n").matches(of: /(?:commandName: "|make feature NAME=)(\w+)/)
            .map { $0.1.lowercased() }
        func command(_ text: String, _ line: Int) -> [Breach] {
            self.command(text, at: line, in: page.path).filter { breach in
                !written.contains { breach.message.contains("subcommand \($0)") }
            }
        }
        let spans = page.spans.flatMap { text, line -> [Breach] in
            if text.contains(" ") { return command(text, line) }
            if text.hasPrefix("--") { return [option(text, at: line, in: page.path)].compactMap { $0 } }
            return [path(text, at: line, in: page.path) ?? name(text, at: line, in: page.path)].compactMap { $0 }
        }
        let fences = page.fences.flatMap { fence -> [Breach] in
            let isScript = ["sh", "bash"].contains(fence.language)
            guard isScript || ["", "text", "console"].contains(fence.language) else { return [] }
            return fence.lines.enumerated().filter { isScript || $0.element.hasPrefix("$ ") }.flatMap { index, line in
                command(isScript ? line : String(line.dropFirst(2)), fence.start + index + 1)
            }
        }
        return spans + fences + page.fences.compactMap { excerpt($0, in: page) }
    }

    /// A block under a path is an excerpt of that file, if the file exists. In a tutorial, the reader writes it.
    private func excerpt(_ fence: Page.Fence, in page: Page) -> Breach? {
        guard let path = fence.path, fence.language != "diff", workspace.paths.contains(path),
            let text = try? String(contentsOfFile: "\(workspace.root)/\(path)", encoding: .utf8),
            !text.contains(fence.text)
        else { return nil }
        return Breach(
            page.path, fence.start, "docs", path,
            "the block is no excerpt of \(path), so the page shows code that does not exist. Fix: Copy the file's lines."
        )
    }

    /// A decision record has a status and a date.
    private func recordBreaches(in page: Page) -> [Breach] {
        let status =
            /- Status: (proposed|accepted|deprecated|superseded by \[\d{4}\]\([^)]+\))(, (amended by )?\[\d{4}\].*)?/
        let missing =
            (page.lines.contains { $0.wholeMatch(of: status) != nil } ? [] : ["status"])
            + (page.lines.contains { $0.wholeMatch(of: /- Date: \d{4}-\d\d-\d\d/) != nil } ? [] : ["date"])
        return missing.map { field in
            Breach(
                page.path, 1, "docs", field,
                "the record has no valid \(field), so it may not apply any more. "
                    + "Fix: Write `- Status: accepted` and `- Date: YYYY-MM-DD` below the title.")
        }
    }

    private func name(_ text: String, at line: Int, in page: String) -> Breach? {
        names.unknown(in: text).map { missing(page, line, text, "no Swift file contains the name \($0)") }
    }

    private func link(_ target: String, at line: Int, in page: Page) -> Breach? {
        guard !target.contains(":"), !target.isPlaceholder else { return nil }
        let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let folder = URL(filePath: "/" + page.path).deletingLastPathComponent()
        let file =
            parts[0].isEmpty ? page.path : String(folder.appending(path: parts[0]).standardizedFileURL.path.dropFirst())
        if file != page.path, !workspace.paths.contains(file) {
            return missing(page.path, line, target, "the link target \(target) does not exist")
        }
        guard parts.count == 2, let known = anchors[file], !known.contains(parts[1]) else { return nil }
        return missing(page.path, line, target, "\(file) has no heading #\(parts[1])")
    }

    // MARK: Commands and paths

    private func command(_ line: String, at number: Int, in file: String) -> [Breach] {
        ShellLine.commands(in: line).flatMap { words -> [Breach] in
            let plain = words.drop { ShellLine.prefixes.contains($0) || $0.contains("=") || Int($0) != nil }
            var breaches = words.compactMap { path($0, at: number, in: file) }
            if plain.first == "make", !plain.contains("-C") {
                breaches += plain.dropFirst().prefix { !$0.hasPrefix("#") }
                    .filter {
                        $0.allSatisfy { $0.isLowercase || $0 == "-" } && !$0.hasPrefix("-") && !makeTargets.contains($0)
                    }
                    .map { missing(file, number, "make \($0)", "the Makefile has no target \"\($0)\"") }
            }
            if plain.prefix(2) == ["swift", "run"], !plain.contains("--package-path"),
                let product = plain.dropFirst(2).first(where: { !$0.hasPrefix("-") }), !product.isPlaceholder,
                !workspace.manifest.executables.contains(product)
            {
                breaches.append(
                    missing(file, number, "swift run \(product)", "no executable has the name \"\(product)\""))
            }
            let rest = plain.drop { ["swift", "run"].contains($0) }
            if let tree = commands.first(where: { $0.commandName == rest.first?.lastComponent }),
                let fault = tree.fault(in: rest.dropFirst())
            {
                breaches.append(missing(file, number, words.joined(separator: " "), fault))
            }
            return breaches
        }
    }

    private func option(_ text: String, at line: Int, in page: String) -> Breach? {
        let option = String(text.prefix { $0 != " " }).optionName
        guard !commands.isEmpty, option.count > 2, !option.isPlaceholder, !usedOptions.contains(option),
            !commands.contains(where: { $0.allOptions.contains(option) })
        else { return nil }
        return missing(page, line, option, "no command has the option \(option)")
    }

    /// A word is a path of this workspace if it begins with a folder or file at the root.
    private func path(_ word: String, at line: Int, in file: String) -> Breach? {
        guard let first = word.split(separator: "/").first, topLevel.contains(String(first)), !word.isPlaceholder else {
            return nil
        }
        // `Package.swift:12` names a line.
        var path = word.replacing(/:\d+(-\d+)?:?$/, with: "")
        while let last = path.last, "/.,;:)".contains(last) { path.removeLast() }
        guard
            path.contains("/") || first.contains("."), !workspace.paths.contains(path),
            !path.hasSuffix("Package.resolved"),
            !(path.contains("*") && workspace.paths.contains { $0.isBelow([path]) })
        else { return nil }
        return missing(file, line, word, "\(path) does not exist")
    }
}

/// The Swift names of the workspace: the words of its code, its targets and its paths.
private struct Names {
    private let words: Set<String>
    /// The words of each file that contains a word in upper camel case.
    private let files: [String: [Set<String>]]

    init(workspace: Workspace) {
        var words = Set(workspace.manifest.targets.flatMap { [$0.name] + $0.dependencies })
        words.formUnion(workspace.manifest.lines.joined(separator: "\n").words)
        words.formUnion(workspace.paths.flatMap { $0.split(separator: "/").map(String.init) })
        var files: [String: [Set<String>]] = [:]
        for file in workspace.files {
            words.formUnion(file.words)
            words.formUnion(file.textWords)
            for word in file.words where word.first?.isUppercase == true { files[word, default: []].append(file.words) }
        }
        // The reader of a tutorial writes what its blocks declare.
        for fence in workspace.pages.flatMap(\.fences) where fence.language == "swift" {
            words.formUnion(fence.text.words)
        }
        (self.words, self.files) = (words, files)
    }

    /// The part of a name such as `RetryPolicy`, `Pipeline.standard` or `send(_:)` that does not exist; `nil` if all do, or if
    /// the text is no Swift name.
    func unknown(in text: String) -> String? {
        guard text.last == ")" || text.first?.isUppercase == true || text.first == "@",
            text.wholeMatch(of: /@?[A-Z]\w*(<[\w<>., ]+>)?(\.`?\w+`?)*(\((\w+:)*\))?\??/) != nil
                || text.wholeMatch(of: /[a-z]\w*\((\w+:)+\)/) != nil,
            text.contains(where: \.isLowercase), !text.isPlaceholder,
            !text.contains(/\.(swift|md|json|resolved|partial|xcstrings)$/)
        else { return nil }
        let path = text.prefix { $0 != "(" }.replacing(/<.*>/, with: "").split(separator: ".").map {
            String($0.filter { $0.isLetter || $0.isNumber || $0 == "_" })
        }
        if let word = path.first(where: { !words.contains($0) }) { return word }
        guard path.count > 1, let files = files[path[0]], !files.contains(where: { $0.contains(path[1]) }) else {
            return nil
        }
        return text
    }
}

/// A line of a shell script.
enum ShellLine {
    /// What may precede a command's name.
    static let prefixes: Set<String> = [
        "-", "run:", "if", "then", "else", "do", "!", "timeout", "time", "env", "exec", "sudo",
    ]

    /// The words of each command of a line, without comments. An operator inside quotes splits a command too.
    static func commands(in line: String) -> [[String]] {
        line.components(separatedBy: " #")[0].split { ";|&()".contains($0) }
            .map { $0.split(separator: " ").map(String.init) }.filter { !$0.isEmpty && $0[0] != "#" }
    }
}

extension String {
    /// Whether the reader replaces this with a value: `NAME`, `<name>`, `$HOME`, `…`.
    var isPlaceholder: Bool {
        contains { "<>{}$…'\"".contains($0) } || contains("...") || allSatisfy { $0.isUppercase || $0 == "_" }
    }

    var optionName: String { String(prefix { $0 != "=" }) }
}
