import ArgumentParser
import Foundation

/// Where the workspace is and where its manifest comes from.
struct WorkspaceOptions: ParsableArguments {
    @Option(
        name: .customLong("root"),
        help: ArgumentHelp(
            "The folder that holds Package.swift and Docs/layers.json. (default: the nearest such folder upwards)",
            valueName: "folder"))
    var givenRoot: String?

    @Option(
        help: ArgumentHelp(
            "A file with the output of `swift package dump-package`, instead of running it.", valueName: "file"))
    var manifest: String?

    var manifestReader: ManifestReader { ManifestReader(dumpFile: manifest) }

    /// - Throws: ``WorkspaceError/noWorkspace(startingAt:)``.
    func root() throws -> String {
        let start = URL(filePath: givenRoot ?? FileManager.default.currentDirectoryPath).standardizedFileURL
        return try WorkspaceLocator.root(startingAt: start.path(percentEncoded: false), climbing: givenRoot == nil)
    }
}
