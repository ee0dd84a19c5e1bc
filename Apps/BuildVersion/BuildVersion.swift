import Foundation
import PackagePlugin

/// Generates `BuildVersion.swift` for a command: the version, and the commit that is checked out during the build.
@main
struct BuildVersion: BuildToolPlugin {
    /// The version of every command in this package. Change it here, and nowhere else.
    private static let version = "1.0.0"

    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let package = context.package.directoryURL
        let file = context.pluginWorkDirectoryURL.appending(path: "BuildVersion.swift")
        return [
            .buildCommand(
                displayName: "Generating the version of \(target.name)", executable: Self.shell,
                arguments: ["-c", Self.script, Self.version, package.path, file.path],
                inputFiles: headLog(of: package), outputFiles: [file])
        ]
    }

    private static let shell = URL(filePath: "/bin/sh")

    /// Without git, or outside a repository, the commit is unknown.
    private static let script = """
        commit=$(git -C "$1" rev-parse --short=8 HEAD 2>/dev/null) || commit="unknown commit"
        printf 'enum BuildVersion {\\n    static let number = "%s"\\n    static let commit = "%s"\\n}\\n' "$0" "$commit" > "$2"
        """

    /// The file that git changes with every commit and checkout, so that the version is generated again.
    private func headLog(of package: URL) -> [URL] {
        let git = Process()
        let output = Pipe()
        git.executableURL = Self.shell
        git.arguments = ["-c", #"cd "$0" && git rev-parse --git-path logs/HEAD 2>/dev/null"#, package.path]
        git.standardOutput = output
        guard (try? git.run()) != nil, let data = try? output.fileHandleForReading.readToEnd() else { return [] }
        let path = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
        let log = URL(filePath: path, relativeTo: package).absoluteURL
        return FileManager.default.fileExists(atPath: log.path) && !path.isEmpty ? [log] : []
    }
}
