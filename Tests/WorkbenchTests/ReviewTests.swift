import Foundation
import Testing

@testable import Workbench

@Suite struct ReviewTests {
    private func module(
        _ id: String, level: Int, imports: [String] = [], importers: [String] = [], types: Int = 4, protocols: Int = 1,
        surface: (Int, Int)? = nil
    ) -> ReviewFigures.Module {
        ReviewFigures.Module(
            id: id, path: "Modules/\(id)", purpose: "", level: level, lines: 100, files: 1, types: types,
            protocols: protocols, tests: 0, imports: imports, importers: importers, surface: surface, coverage: nil)
    }

    /// A screen on a service, and both on a model.
    private var chain: ReviewFigures {
        ReviewFigures(modules: [
            module("Model", level: 0, importers: ["Screen", "Service"], surface: (10, 4)),
            module("Service", level: 1, imports: ["Model"], importers: ["Screen"]),
            module("Screen", level: 2, imports: ["Model", "Service"]),
        ])
    }

    @Test("coupling is counted as Martin and Lakos define it")
    func coupling() {
        #expect(chain.modules.map(\.instability) == [0, 0.5, 1])
        #expect(chain.modules[1].abstractness == 0.25 && chain.modules[1].distance == 0.25)
        // 1 + 2 + 3 modules, over 4 · log2(4) − 3 for a balanced tree of three.
        #expect(chain.cumulativeDependency == 6 && chain.normalizedDependency == 6.0 / 5)
    }

    @Test("an import that a longer chain implies is not drawn")
    func essential() {
        #expect(chain.essentialImports.map { "\($0.from)-\($0.to)" } == ["Service-Model", "Screen-Service"])
        #expect(ReviewFigures.levels(["a": ["b", "c"], "b": ["c"], "c": []]) == ["a": 2, "b": 1, "c": 0])
    }

    @Test("each figure over its budget is named, with the budget")
    func budgets() {
        let budgets = ReviewRecord.Budgets(imports: 1, lines: 99, normalizedDependency: 1.1, documented: 0.5)
        let baseline = ReviewRecord.Baseline(date: "2026-01-01", normalizedDependency: 1, modules: [:])
        let texts = ReviewRecord(budgets: budgets, baseline: baseline, packages: []).excesses(chain)
        #expect(texts.contains("Screen imports 2 modules; the budget is 1"))
        #expect(texts.count { $0.hasSuffix("has 100 lines; the budget is 99") } == 3)
        #expect(texts.contains("Model has comments on 4 of 10 public declarations"))
        #expect(texts.last?.contains("exceed 1.1 times") == true && texts.count == 6)
    }

    @Test("a drawing has each box once, inside its width, and those that need nothing at the bottom")
    func drawing() throws {
        let nodes = (0..<30).map { LevelDrawing.Node(id: "n\($0)", label: "module\($0)<", level: $0 % 2) }
        let svg = LevelDrawing(title: "many", nodes: nodes, edges: [("n1", "n0")]).svg
        let boxes = svg.matches(of: /<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"/).compactMap { match in
            Double(match.1).flatMap { x in Double(match.2).flatMap { y in Double(match.3).map { (x, y, $0) } } }
        }
        #expect(boxes.count == 30 && boxes.allSatisfy { $0.0 >= 0 && $0.0 + $0.2 <= 720 })
        #expect(svg.contains("module29&lt;") && svg.contains("n1 needs n0"))
        let (upper, lower) = (boxes.prefix(15).map(\.1).max(), boxes.suffix(15).map(\.1).min())
        #expect(try #require(upper) < #require(lower))
    }

    @Test(
        "the modules of this workspace import what Package.swift lists, and none imports one of its own level or above")
    func thisWorkspace() throws {
        let figures = try ReviewFigures(ThisWorkspace.load(), symbols: "/none", coverage: "/none")
        let levels = Dictionary(uniqueKeysWithValues: figures.modules.map { ($0.id, $0.level) })
        for module in figures.modules {
            #expect(module.imports.allSatisfy { levels[$0] ?? .max < module.level })
        }
        let networking = try #require(figures.modules.first { $0.id == "Networking" })
        #expect(networking.imports == ["Files", "Primitives"] && networking.importers.contains("NIOTransport"))
        #expect(networking.lines > 1_000 && networking.protocols > 3 && networking.surface == nil)
    }
}
