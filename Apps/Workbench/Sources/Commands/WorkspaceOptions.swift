import ArgumentParser
import Foundation

/// The options of every command: the workspace and its manifest.
struct WorkspaceOptions: ParsableArguments {
    @Option(
        name: .customLong("root"),
        help: ArgumentHelp(
            "Use the workspace in this folder (default: the nearest folder upwards with Package.swift and Docs/layers.json).",
            valueName: "folder"))
    var givenRoot: String?

    @Option(
        help: ArgumentHelp(
            "Read the manifest from this output of `swift package dump-package` (default: run it).", valueName: "file"))
    var manifest: String?

    var manifestReader: ManifestReader { ManifestReader(dumpFile: manifest) }

    /// - Throws: ``WorkspaceError/noWorkspace(startingAt:)``.
    func root() throws -> String {
        let start = URL(filePath: givenRoot ?? FileManager.default.currentDirectoryPath).standardizedFileURL
        return try WorkspaceLocator.root(startingAt: start.path(percentEncoded: false), climbing: givenRoot == nil)
    }
}
