import Foundation

/// The review pack: one HTML page without scripts and external addresses, which prints on A4.
struct ReviewPage {
    let name, date: String
    let figures: ReviewFigures
    let record: ReviewRecord
    let pages: [Page]
    /// The container's graph as `strata graph` prints it, and the trace of one call as `--trace FILE` writes it.
    let graph, trace: String

    private var modules: [ReviewFigures.Module] { figures.modules }

    var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
        <title>\(name): architecture review</title>
        <style>
        \(Self.style)
        .trace {
        \(trace.between("<style>", and: "</style>") ?? "")
        }
        </style>
        </head>
        <body>
        <h1>\(name): architecture review</h1>
        <p>\(date). \(modules.count) modules and apps, \(modules.reduce(0) { $0 + $1.lines }.grouped) lines of Swift \
        without tests. Every figure is read from the code, the last build and the documentation.</p>
        \(sections.map { "<section><h2>\($0)</h2>\n\($1)\n</section>" }.joined(separator: "\n"))
        </body>
        </html>

        """
    }

    private var sections: [(String, String)] {
        [
            ("Budgets", budgets), ("Modules", moduleGraph), ("Dependency matrix", matrix), ("Coupling", coupling),
            ("Public surface and tests", surface), ("Third-party packages", packages), ("Object graph", objectGraph),
            ("One request", request), ("Quality scenarios", scenarios), ("Decisions", decisions),
        ]
    }

    // MARK: Sections

    private var budgets: String {
        let excesses = record.excesses(figures)
        let verdict =
            excesses.isEmpty
            ? "<p>All figures are within their budgets.</p>"
            : "<ul class=\"over\">\(excesses.map { "<li>\($0.escaped)</li>" }.joined())</ul>"
        let budgets = record.budgets
        let lines = [
            ["modules that a module imports", "\(budgets.imports)"], ["lines of a module", budgets.lines.grouped],
            ["public declarations with a comment", budgets.documented.percent],
            ["dependencies relative to a balanced tree", budgets.normalizedDependency.hundredths],
        ]
        return verdict + Self.table(["figure", "budget"], lines)
            + "<p>RemoteServices and the modules for tests may import more, because the layers meet there.</p>"
    }

    private var moduleGraph: String {
        let nodes = modules.map { module in
            LevelDrawing.Node(
                id: module.id, label: module.id, level: module.level, title: module.purpose,
                style: module.path.isBelow(["Apps"]) ? "app" : "")
        }
        return "<p>Imports point down. An import that a longer chain implies is not drawn.</p>"
            + LevelDrawing(title: "The modules in levels", nodes: nodes, edges: figures.essentialImports).svg
    }

    /// Rows import columns. All marks are below the diagonal, because the modules are in the order of their levels.
    private var matrix: String {
        let numbers = modules.indices.map { "<th>\($0 + 1)</th>" }.joined()
        let rows = modules.enumerated().map { index, module in
            let cells = modules.enumerated().map { column, other in
                let mark = module.imports.contains(other.id) ? "●" : ""
                return
                    "<td class=\"\(column == index ? "self" : "")\" title=\"\(module.id) → \(other.id)\">\(mark)</td>"
            }
            return "<tr><th>\(index + 1) \(module.id)</th>\(cells.joined())</tr>"
        }
        return "<p>A module imports those with a mark in its row. A mark right of the diagonal would be a cycle.</p>"
            + "<table class=\"matrix\"><tr><th></th>\(numbers)</tr>\n\(rows.joined(separator: "\n"))</table>"
    }

    private var coupling: String {
        let rows = modules.map { module in
            let old = record.baseline.modules[module.id]
            return [
                module.id, "\(module.importers.count)" + change(module.importers.count, old?.importers),
                "\(module.imports.count)" + change(module.imports.count, old?.imports), module.instability.hundredths,
                module.abstractness.hundredths, module.distance.hundredths,
                module.lines.grouped + change(module.lines, old?.lines), "\(module.files)",
            ]
        }
        let system = Self.table(
            ["all modules", "now", record.baseline.date],
            [
                ["cumulative dependency (CCD)", "\(figures.cumulativeDependency)", ""],
                [
                    "relative to a balanced tree (NCCD)", figures.normalizedDependency.hundredths,
                    record.baseline.normalizedDependency.hundredths,
                ],
            ])
        return
            "<p>Ca: modules that import it. Ce: modules that it imports. I = Ce / (Ca + Ce). A = protocols / types. "
            + "D = |A + I − 1|. In brackets: the change since \(record.baseline.date).</p>"
            + Self.table(["module", "Ca", "Ce", "I", "A", "D", "lines", "files"], rows) + system
    }

    private func change(_ new: Int, _ old: Int?) -> String {
        guard let old else { return " (new)" }
        return new == old ? "" : " (\(new > old ? "+" : "")\((new - old).grouped))"
    }

    private var surface: String {
        let rows = modules.map { module in
            [
                module.id, module.surface?.declarations.grouped ?? "–",
                module.surface.map { Self.share($0.documented, of: $0.declarations) } ?? "–",
                module.tests == 0 ? "–" : "\(module.tests)", module.coverage?.percent ?? "–",
            ]
        }
        let measured = modules.contains { $0.coverage != nil }
        return Self.table(
            ["module", "public declarations", "with a comment", "tests of its own", "lines covered"], rows)
            + (measured ? "" : "<p>No coverage was measured: <code>make review COVERAGE=1</code> does it.</p>")
    }

    private static func share(_ part: Int, of whole: Int) -> String {
        whole == 0 ? "–" : (Double(part) / Double(whole)).percent
    }

    private var packages: String {
        guard !record.packages.isEmpty else {
            return
                "<p>Their cost was not measured: <code>make review COSTS=1</code> prints it for \(ReviewRecord.path).</p>"
        }
        let rows = record.packages.map { [$0.package, "\($0.seconds)", ($0.bytes / 1024).grouped, $0.measured] }
        return "<p>What each package adds to a first build in debug mode, after the packages above it.</p>"
            + Self.table(["package", "seconds", "KiB of source", "measured"], rows)
    }

    private var objectGraph: String {
        var labels: [String: [String]] = [:]
        var edges: [(from: String, to: String)] = []
        for line in graph.components(separatedBy: "\n").map({ $0.trimming() }) {
            if let match = line.wholeMatch(of: /(\w+)[\[(\/]+"(.+?)"[\])\/]+(?::::\w+)?/) {
                labels[String(match.1)] = match.2.replacing("#60;", with: "<").replacing("#62;", with: ">")
                    .components(separatedBy: "<br/>")
            } else if let match = line.wholeMatch(of: /(\w+) -[-.>]+ (\w+)/) {
                edges.append((String(match.1), String(match.2)))
            }
        }
        let needs = Dictionary(grouping: edges, by: \.from).mapValues { $0.map(\.to) }
        let levels = ReviewFigures.levels(
            labels.mapValues { _ in [] }.merging(needs) { $1 })
        let nodes = labels.sorted { $0.key.count == $1.key.count ? $0.key < $1.key : $0.key.count < $1.key.count }.map {
            LevelDrawing.Node(
                id: $0.key, label: $0.value.first ?? "", level: levels[$0.key] ?? 0,
                title: $0.value.dropFirst().joined(separator: ", "), style: $0.value.last ?? "")
        }
        return "<p>\(nodes.count) registrations of the container, before any is created. "
            + "Boxes with a dashed border exist once for each login.</p>"
            + LevelDrawing(title: "The object graph", nodes: nodes, edges: edges).svg
    }

    private var request: String {
        let sections = trace.matches(of: /(?s)<section>.*?<\/section>/).map { String($0.0) }
        return
            "<p>A call of the built app on the sample backend, whose first answer is an error, and whose token has expired.</p><div class=\"trace\">"
            + "\(sections.joined(separator: "\n"))</div>"
    }

    private var scenarios: String {
        let page = pages.first { $0.path == "Docs/teaching/quality-scenarios.md" }
        let rows = (page?.lines ?? []).filter { $0.hasPrefix("| Q") }.map(Self.cells)
        let header = page?.lines.first { $0.hasPrefix("| scenario") }.map(Self.cells) ?? []
        return rows.isEmpty ? "<p>There are none.</p>" : Self.table(header, rows)
    }

    private var decisions: String {
        let rows = pages.filter { $0.path.contains(/^Docs\/adr\/\d/) }.map { page in
            let field = { (name: String) in
                page.lines.first { $0.hasPrefix("- \(name): ") }?.dropFirst(name.count + 4) ?? ""
            }
            let title = page.lines.first { $0.hasPrefix("# ") }?.dropFirst(2) ?? ""
            return [String(title), Self.text(field("Status")), String(field("Date")).replacing("-", with: "\u{2011}")]
        }
        return Self.table(["record", "status", "date"], rows)
    }

    // MARK: HTML

    private static func cells(_ row: String) -> [String] {
        row.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false).map { text($0) }
    }

    /// Markdown's links and code spans as text.
    private static func text(_ markdown: some StringProtocol) -> String {
        String(markdown).replacing(/\[([^\]]*)\]\([^)]*\)/) { String($0.1) }.replacing("`", with: "").trimming()
    }

    private static func table(_ header: [String], _ rows: [[String]]) -> String {
        let line = { (cells: [String], tag: String) in
            "<tr>" + cells.map { "<\(tag)>\($0.escaped)</\(tag)>" }.joined() + "</tr>"
        }
        return "<table>\(line(header, "th"))\n\(rows.map { line($0, "td") }.joined(separator: "\n"))</table>"
    }

    private static let style = """
        :root { color-scheme: light dark; --line: #8886; --box: #e8eef7; --app: #fbeed6; --text: #1b1f24; --edge: #3b62a4;
            --attempt: #3b82c4; --failed: #c4553b; --pause: #9993; --refresh: #8a63c4; }
        @media (prefers-color-scheme: dark) {
            :root { --box: #22314a; --app: #4a3a1c; --text: #e6e9ee; --edge: #8fb0e8; }
        }
        body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 720px; padding: 0 1rem; }
        section { break-inside: avoid-page; } h2 { margin-top: 2.5rem; }
        table { border-collapse: collapse; margin: .75rem 0; font-size: .85rem; width: 100%; }
        tr { break-inside: avoid; }
        th, td { border-top: 1px solid var(--line); padding: .15rem .4rem .15rem 0; text-align: left; vertical-align: top;
            font-variant-numeric: tabular-nums; }
        .matrix { font-size: .7rem; table-layout: fixed; } .matrix th:first-child { width: 10.5rem; }
        .matrix td, .matrix tr:first-child th { text-align: center; padding: 0; border-left: 1px solid var(--line); }
        .matrix .self { background: var(--line); }
        svg { width: 100%; height: auto; } svg text { font: 11px system-ui, sans-serif; text-anchor: middle; fill: var(--text); }
        .node rect { fill: var(--box); stroke: var(--edge); } .node.app rect { fill: var(--app); }
        .node.scoped rect, .node.seed rect { stroke-dasharray: 4 2; }
        .edge { fill: none; stroke: var(--edge); opacity: .35; } .edge:hover { opacity: 1; stroke-width: 2; }
        .over { color: var(--failed); }
        @page { size: A4; margin: 15mm; }
        @media print { body { margin: 0; max-width: none; font-size: 10pt; } }
        """
}

extension String {
    fileprivate func between(_ start: String, and end: String) -> String? {
        guard let from = range(of: start), let to = range(of: end, range: from.upperBound..<endIndex) else {
            return nil
        }
        return String(self[from.upperBound..<to.lowerBound])
    }
}
