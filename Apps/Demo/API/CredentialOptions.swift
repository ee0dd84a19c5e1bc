import ArgumentParser

/// How `strata api` and `strata graphql` sign their requests.
struct CredentialOptions: ParsableArguments, Sendable {
    enum Kind: String, ExpressibleByArgument, CaseIterable, Sendable {
        case none, bearer, basic
        case apiKey = "api-key"
    }

    @Option(
        help: ArgumentHelp(
            "Sign with this credential. (default: bearer for a path if you are logged in, otherwise none)"))
    var auth: Kind?

    @Option(help: ArgumentHelp("Set the user name for --auth basic.", valueName: "name"))
    var user: String?

    @Option(
        help: ArgumentHelp(
            "Read the password for --auth basic from the first line of this file.", valueName: "file"),
        completion: .file())
    var passwordFile: String?

    @Option(
        help: ArgumentHelp(
            "Send the key of --auth api-key in this header field. (default: X-Api-Key)", valueName: "name"))
    var apiKeyHeader: String?

    @Option(
        help: ArgumentHelp(
            "Send the key of --auth api-key in this query item instead of a header field.", valueName: "name"))
    var apiKeyQuery: String?

    @Option(
        help: ArgumentHelp(
            "Sign with the session of this OAuth 2 profile from the settings file.", valueName: "name"))
    var profile: String?

    func validate() throws {
        if (user != nil || passwordFile != nil) && auth != .basic {
            throw ValidationError("--user and --password-file require --auth basic.")
        }
        if auth == .basic && user == nil { throw ValidationError("--auth basic requires --user.") }
        if (apiKeyHeader != nil || apiKeyQuery != nil) && auth != .apiKey {
            throw ValidationError("--api-key-header and --api-key-query require --auth api-key.")
        }
        if apiKeyHeader != nil && apiKeyQuery != nil {
            throw ValidationError("Use --api-key-header or --api-key-query, not both.")
        }
        if profile != nil && auth != nil && auth != .bearer {
            throw ValidationError("--profile signs with a bearer token. Use --auth bearer, or remove --auth.")
        }
    }
}
