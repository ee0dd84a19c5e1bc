import ArgumentParser
import Backend
import Foundation

struct ServeOptions: ParsableArguments {
    @Option(help: "Listen on this address.")
    var host = "127.0.0.1"

    @Option(help: "Listen on this port; 0 chooses a free one.")
    var port = 0

    @Flag(help: "Allow a --host that other machines can reach. The server is not for the internet.")
    var allowRemote = false

    @Option(help: "Store the database in this folder; created with mode 0700 if missing.", completion: .directory)
    var dataDir = "./.\(BackendName.command)"

    @Option(help: "Expire access tokens after this many seconds.")
    var accessTokenLifetime = 900

    @Option(help: "Expire refresh tokens after this many seconds.")
    var refreshTokenLifetime = 2_592_000

    @Flag(name: .customLong("no-seed"), help: "Insert no demo data. A new database then has no user who can log in.")
    var omitsSeed = false

    @Flag(help: "Enable the fault switches under /faults. Loopback only.")
    var faults = false

    @Flag(help: "Stop when standard input closes, together with the parent process.")
    var untilStdinCloses = false

    @Flag(help: "Print one line of JSON when ready, and nothing else to standard output.")
    var json = false

    @Flag(help: "Print the routes, and exit.")
    var routes = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be from 0 to 65535, not \(port).") }
        guard accessTokenLifetime > 0 else { throw ValidationError("--access-token-lifetime must be positive.") }
        guard refreshTokenLifetime > 0 else { throw ValidationError("--refresh-token-lifetime must be positive.") }
        guard !dataDir.isEmpty else { throw ValidationError("--data-dir must not be empty.") }
        guard !dataDir.contains("\u{FFFD}") else {
            throw ValidationError("--data-dir must not contain U+FFFD, which replaces bytes that are not UTF-8.")
        }
    }

    /// A shell does not expand the `~` in `--data-dir=~/x`, and Foundation expands it to the home folder in the password
    /// database, even if HOME is another.
    private var folder: URL {
        let home = ProcessInfo.processInfo.environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let isBelowHome = dataDir == "~" || dataDir.hasPrefix("~/")
        let path = isBelowHome ? home.map { $0 + dataDir.dropFirst() } : nil
        return URL(filePath: path ?? dataDir, directoryHint: .isDirectory)
    }

    func serverConfiguration() throws -> BackendConfiguration {
        var configuration = BackendConfiguration(dataDirectory: folder)
        configuration.host = host
        configuration.port = port
        configuration.allowsRemoteHost = allowRemote
        configuration.accessTokenLifetime = .seconds(accessTokenLifetime)
        configuration.refreshTokenLifetime = .seconds(refreshTokenLifetime)
        configuration.seed = !omitsSeed
        configuration.faults = faults
        return configuration
    }

    /// What the process prints when it is ready: one line for programs, or several lines for people.
    func announcement(_ url: URL) -> String {
        if json { return #"{"event":"ready","url":"\#(url.absoluteString)"}"# }
        var lines = [
            "\(BackendName.command) listens on \(url.absoluteString)",
            "  data in \(folder.path)",
        ]
        if !omitsSeed {
            lines.append("  demo accounts:")
            lines += DemoAccount.all.map { "    \($0.email)  \($0.password)  (\($0.role))" }
        }
        return (lines + ["  Ctrl-C stops it."]).joined(separator: "\n")
    }
}
