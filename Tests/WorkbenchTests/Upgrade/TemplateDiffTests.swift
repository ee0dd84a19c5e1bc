import Foundation
import Testing

@testable import Workbench

@Suite struct TemplateDiffTests {
    private static let ownership = """
        {"template": [{"path": "Modules", "reason": "layers"}, {"path": "Package.swift", "reason": "targets"},
        {"path": ".template-version", "reason": "state"}, {"path": "Docs", "reason": "pages"}],
        "team": [{"path": "README.md", "reason": "yours"}, {"path": "Modules/Own", "reason": "yours"}]}

        """
    private static let first = [
        "Package.swift": "let package = Package(name: \"Heron\")\n",
        ".template-version": "1.0.0\n",
        "Docs/template.json": ownership,
        "Docs/heron.md": "one\n\ntwo\n\nthree\n\nfour\n\nheron five\n",
        "Modules/Own/Own.txt": "1\n",
        "Modules/Gone.txt": "heron\n",
        "README.md": "# Heron\n",
    ]
    private static let second = [
        ".template-version": "1.1.0\n",
        "Docs/heron.md": "one\n\ntwo\n\nthree\n\nfour\n\nheron six\n",
        "Modules/New/Heron.txt": "A new Heron.\n",
        "Modules/Own/Own.txt": "2\n",
        "README.md": "# Heron 1.1\n",
    ]

    /// A template with two versions, and a team's clone of the first one under the name Crane with a change of its own.
    private func withClone(
        _ body: (_ template: TemporaryRepository, _ team: TemporaryRepository) async throws -> Void
    ) async throws {
        try await TemporaryRepository.with(Self.first) { template in
            try await TemporaryRepository.with(Self.first) { team in
                try TemplateVersion.recordOrigin(of: team.repository)
                let rename = try Rename(root: team.root, to: ProjectName("Crane"))
                try rename.apply(rename.plan())
                try team.commit()
                try team.commit([
                    "Docs/crane.md": "ONE\n\ntwo\n\nthree\n\nfour\n\ncrane five\n", "Modules/Mine.txt": "mine",
                ])
                try template.commit(Self.second, removing: ["Modules/Gone.txt"])
                try await body(template, team)
            }
        }
    }

    private func outcome(
        of template: TemporaryRepository, for team: TemporaryRepository, upTo reference: String = "HEAD",
        source: String? = nil
    ) throws -> TemplateDiff.Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "diff-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try TemplateDiff(
            workspace: team.repository,
            template: TemplateClone(of: source ?? template.root.path, in: folder.appending(path: "template")),
            folder: folder
        ).outcome(upTo: reference)
    }

    private func apply(_ patch: Data, to team: TemporaryRepository) throws {
        let file = team.root.appending(path: ".git/upgrade.patch")
        try patch.write(to: file)
        try team.repository.git("apply", "--3way", file.path)
    }

    @Test("the patch brings the template's changes under the clone's name, and keeps the team's")
    func upgrade() async throws {
        try await withClone { template, team in
            let outcome = try outcome(of: template, for: team)
            try apply(outcome.patch, to: team)

            let tree = try #require(try template.repository.line("rev-parse", "HEAD^{tree}"))
            #expect(
                try team.texts() == [
                    "Package.swift": "let package = Package(name: \"Crane\")\n",
                    ".template-version": "1.1.0\ntree \(tree)\n",
                    "Docs/template.json": Self.ownership,
                    "Docs/crane.md": "ONE\n\ntwo\n\nthree\n\nfour\n\ncrane six\n",
                    "Modules/New/Crane.txt": "A new Crane.\n",
                    "Modules/Own/Own.txt": "1\n",
                    "Modules/Mine.txt": "mine",
                    "README.md": "# Crane\n",
                ])
            #expect(outcome.summary.hasPrefix("From 1.0.0 ("))
            #expect(outcome.summary.contains(" to 1.1.0 ("))

            try team.commit()
            let again = try self.outcome(of: template, for: team)
            #expect(again.patch.isEmpty)
            #expect(again.summary == "The workspace is up to date with 1.1.0.")
        }
    }

    @Test("a version's state is found by its tree, then by its tag, then by its last commit")
    func origin() async throws {
        try await withClone { template, team in
            let version = try TemplateVersion(in: team.root)
            try TemplateVersion(number: "1.0.0", tree: nil).write(in: team.root)
            #expect(try outcome(of: template, for: team).summary.hasPrefix("From 1.0.0 ("))
            try TemplateVersion(number: "1.0.0", tree: "0000").write(in: team.root)
            try template.repository.git("tag", "v1.0.0", "HEAD")
            #expect(try outcome(of: template, for: team).patch.isEmpty)
            try version.write(in: team.root)
            #expect(try !outcome(of: template, for: team).patch.isEmpty)
        }
    }

    @Test("TO selects the state, by branch, tag or commit")
    func reference() async throws {
        try await withClone { template, team in
            try template.repository.git("branch", "next")
            try template.repository.git("reset", "--quiet", "--hard", "HEAD^")
            #expect(try outcome(of: template, for: team).patch.isEmpty)
            #expect(try !outcome(of: template, for: team, upTo: "next").patch.isEmpty)
            #expect(throws: UpgradeError.unknownReference("none", in: template.root.path)) {
                try outcome(of: template, for: team, upTo: "none")
            }
        }
    }

    @Test("each missing prerequisite has its own error")
    func errors() async throws {
        try await withClone { template, team in
            #expect {
                try outcome(of: template, for: team, source: "/nowhere/template")
            } throws: { error in
                guard case UpgradeError.noRepository("/nowhere/template", let message) = error else { return false }
                return !message.isEmpty
            }
            let shallow = team.root.appending(path: ".git/shallow-clone")
            try template.repository.git("clone", "--quiet", "--depth=1", template.root.absoluteString, shallow.path)
            #expect(throws: UpgradeError.shallow(shallow.path)) {
                try outcome(of: template, for: team, source: shallow.path)
            }
            let unknown = TemplateVersion(number: "0.9.0", tree: nil)
            try unknown.write(in: team.root)
            #expect(throws: UpgradeError.unknownState(unknown, in: template.root.path)) {
                try outcome(of: template, for: team)
            }
            try team.write([".template-version": "latest\n"])
            #expect(throws: UpgradeError.unreadableVersion("latest\n")) { try outcome(of: template, for: team) }
            try FileManager.default.removeItem(at: team.root.appending(path: ".template-version"))
            #expect(throws: UpgradeError.noVersion(team.root.path)) { try outcome(of: template, for: team) }
        }
    }

    @Test("a part that the team has claimed is left alone")
    func claimed() async throws {
        try await withClone { template, team in
            try team.commit([
                "Docs/template.json": Self.ownership.replacing(
                    #""team": ["#, with: #""team": [{"path": "Docs/crane.md", "reason": "ours"}, "#)
            ])
            try apply(outcome(of: template, for: team).patch, to: team)
            #expect(try team.text("Docs/crane.md").hasSuffix("crane five\n"))
            #expect(try team.text("Modules/New/Crane.txt") == "A new Crane.\n")
        }
    }

    @Test(
        "removed sample features stay removed, and a workspace without a sample gets no new feature of it",
        arguments: ["Reviews", nil])
    func strippedSample(keeping kept: String?) async throws {
        func list(_ samples: [String]) throws -> String {
            try FeatureList(
                features: samples.map { Feature(name: $0, singular: String($0.dropLast()), sample: true, paths: []) }
            ).text
        }
        let files = [
            "Docs/features.json": try list(["Products", "Reviews"]), "Modules/Products/A.txt": "1\n",
            "Modules/Reviews/A.txt": "1\n",
        ]
        try await TemporaryRepository.with(Self.first.merging(files) { $1 }) { template in
            try await TemporaryRepository.with(Self.first) { team in
                try team.commit(["Docs/features.json": try list([kept].compactMap(\.self))])
                try template.commit([
                    "Docs/features.json": try list(["Products", "Reviews", "Books"]), "Modules/Products/A.txt": "2\n",
                    "Modules/Reviews/A.txt": "2\n", "Modules/Books/A.txt": "2\n", "Modules/B.txt": "2\n",
                    ".template-version": "1.1.0\n",
                ])
                let patch = String(decoding: try outcome(of: template, for: team).patch, as: UTF8.self)
                #expect(patch.contains("Modules/B.txt"))
                #expect(!patch.contains("Products"))
                #expect(patch.contains("Modules/Reviews/A.txt") == (kept != nil))
                #expect(patch.contains("Modules/Books/A.txt") == (kept != nil))
            }
        }
    }
}
