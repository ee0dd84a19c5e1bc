import Foundation

/// `make review`: figures of the architecture as a page and as text.
struct Review {
    private let workspace: Workspace
    private let folder: String
    private let figures: ReviewFigures
    private let record: ReviewRecord

    /// - Parameter folder: with `symbols`, `graph.mmd` and `trace.html`; `coverage.json` may be missing.
    init(_ workspace: Workspace, folder: String) throws {
        (self.workspace, self.folder) = (workspace, folder)
        figures = try ReviewFigures(workspace, symbols: folder + "/symbols", coverage: folder + "/coverage.json")
        guard let json = FileManager.default.contents(atPath: "\(workspace.root)/\(ReviewRecord.path)") else {
            throw WorkbenchError("\(ReviewRecord.path) is missing. It has the budgets and the baseline.")
        }
        record = try JSONDecoder().decode(ReviewRecord.self, from: json)
    }

    /// - Returns: whether all figures are within their budgets.
    func write(asBaseline: Bool) throws -> Bool {
        let date = Date.now.formatted(.iso8601.year().month().day())
        let read = { (name: String) in
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
                throw WorkbenchError("\(folder)/\(name) is missing. `make review` writes it.")
            }
            return String(decoding: data, as: UTF8.self)
        }
        let name = workspace.manifest.text.firstMatch(of: /Package\(\s+name: "(\w+)"/).map { String($0.1) } ?? ""
        let page = ReviewPage(
            name: name, date: date, figures: figures, record: record, pages: workspace.pages,
            graph: try read("graph.mmd"), trace: try read("trace.html"))
        let file = "\(folder)/index.html"
        try page.html.write(toFile: file, atomically: true, encoding: .utf8)
        if asBaseline { try writeBaseline(date) }
        printFigures()
        let excesses = record.excesses(figures)
        excesses.forEach { print("over budget: \($0)") }
        print("The page is in \(file).")
        return excesses.isEmpty
    }

    private func printFigures() {
        func row(_ cells: [String]) {
            let widths = [20, 4, 4, 6, 6, 6, 8, 8, 10, 7, 9]
            print(
                zip(cells, widths).enumerated().map { index, cell in
                    let space = String(repeating: " ", count: max(0, cell.1 - cell.0.count))
                    return index == 0 ? cell.0 + space : space + cell.0
                }.joined())
        }
        row(["module", "Ca", "Ce", "I", "A", "D", "lines", "public", "documented", "tests", "covered"])
        for module in figures.modules {
            row([
                module.id, "\(module.importers.count)", "\(module.imports.count)", module.instability.hundredths,
                module.abstractness.hundredths, module.distance.hundredths, module.lines.grouped,
                module.surface.map { "\($0.declarations)" } ?? "-",
                module.surface.map { "\($0.documented)" } ?? "-", "\(module.tests)", module.coverage?.percent ?? "-",
            ])
        }
        let normalized = figures.normalizedDependency.hundredths
        print(
            "CCD \(figures.cumulativeDependency), NCCD \(normalized), \(record.baseline.date): "
                + record.baseline.normalizedDependency.hundredths)
    }

    private func writeBaseline(_ date: String) throws {
        var record = record
        let modules = figures.modules.map { module in
            (
                module.id,
                ReviewRecord.Baseline.Module(
                    lines: module.lines, imports: module.imports.count, importers: module.importers.count,
                    declarations: module.surface?.declarations ?? 0)
            )
        }
        record.baseline = ReviewRecord.Baseline(
            date: date, normalizedDependency: (figures.normalizedDependency * 100).rounded() / 100,
            modules: Dictionary(uniqueKeysWithValues: modules))
        // A module and a package on a line each.
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text =
            String(decoding: try encoder.encode(record), as: UTF8.self)
            .replacing(/"[A-Za-z]+":\{|\},\{/) { $0.0 == "},{" ? "},\n{" : "\n\($0.0)" } + "\n"
        try text.write(toFile: "\(workspace.root)/\(ReviewRecord.path)", atomically: true, encoding: .utf8)
    }
}
