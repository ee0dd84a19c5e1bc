import ArgumentParser
import Backend
import Foundation

/// What can be said on the command line.
struct ServeOptions: ParsableArguments {
    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 0

    @Flag(help: "Permit a --host that other machines can reach.")
    var allowRemote = false

    @Option(help: "The folder of the database; created if missing, for this user only.", completion: .directory)
    var dataDir = "./.strata-backend"

    @Option(help: "How long an access token lives, in seconds.")
    var accessTokenLifetime = 900

    @Option(help: "How long a refresh token lives, in seconds.")
    var refreshTokenLifetime = 2_592_000

    @Flag(name: .customLong("no-seed"), help: "Leave out the demo people; then nobody can sign in to a new database.")
    var omitsSeed = false

    @Flag(
        help: "Offer the switches under /faults that make the server misbehave; /openapi.json tells all. Loopback only."
    )
    var faults = false

    @Flag(help: "Hash passwords at next to no cost, so that a test need not wait for it. Loopback only.")
    var quickPasswords = false

    @Flag(help: "Stop when standard input closes, so as not to outlive the program that holds its other end.")
    var untilStdinCloses = false

    @Flag(help: "Print one line of JSON when ready, and nothing else on standard output.")
    var json = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be from 0 to 65535.") }
        guard accessTokenLifetime > 0 else { throw ValidationError("--access-token-lifetime must be positive.") }
        guard refreshTokenLifetime > 0 else { throw ValidationError("--refresh-token-lifetime must be positive.") }
        guard !(quickPasswords && allowRemote) else {
            throw ValidationError("--quick-passwords is for loopback only; it does not go with --allow-remote.")
        }
        guard !dataDir.isEmpty else { throw ValidationError("--data-dir must name a folder.") }
    }

    func serverConfiguration() throws -> BackendConfiguration {
        var configuration = BackendConfiguration(dataDirectory: URL(filePath: dataDir, directoryHint: .isDirectory))
        configuration.host = host
        configuration.port = port
        configuration.allowsRemoteHost = allowRemote
        configuration.accessTokenLifetime = .seconds(accessTokenLifetime)
        configuration.refreshTokenLifetime = .seconds(refreshTokenLifetime)
        if quickPasswords { configuration.passwordCost = .negligible }
        configuration.seed = !omitsSeed
        configuration.faults = faults
        return configuration
    }
}
