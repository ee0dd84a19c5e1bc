import ArgumentParser

/// How `strata api` signs its request.
struct CredentialOptions: ParsableArguments, Sendable {
    enum Kind: String, ExpressibleByArgument, CaseIterable, Sendable {
        case none, bearer, basic
        case apiKey = "api-key"
    }

    @Option(
        help: ArgumentHelp(
            "The credential. Left out: bearer for a path, if somebody is signed in, and none otherwise."))
    var auth: Kind?

    @Option(help: ArgumentHelp("The user name of --auth basic.", valueName: "name"))
    var user: String?

    @Option(
        help: ArgumentHelp(
            "Read the password of --auth basic from the first line of a file.", valueName: "file"), completion: .file())
    var passwordFile: String?

    @Option(help: ArgumentHelp("The header field that carries the key of --auth api-key.", valueName: "name"))
    var apiKeyHeader: String?

    @Option(help: ArgumentHelp("The query item that carries it instead.", valueName: "name"))
    var apiKeyQuery: String?

    @Option(
        help: ArgumentHelp(
            "An OAuth 2 profile of the settings file, whose session signs the request.", valueName: "name"))
    var profile: String?

    func validate() throws {
        if (user != nil || passwordFile != nil) && auth != .basic {
            throw ValidationError("--user and --password-file belong to --auth basic.")
        }
        if auth == .basic && user == nil { throw ValidationError("--auth basic needs --user.") }
        if (apiKeyHeader != nil || apiKeyQuery != nil) && auth != .apiKey {
            throw ValidationError("--api-key-header and --api-key-query belong to --auth api-key.")
        }
        if apiKeyHeader != nil && apiKeyQuery != nil {
            throw ValidationError("A key goes into a header field or a query item, not both.")
        }
        if profile != nil && auth != nil && auth != .bearer {
            throw ValidationError("--profile signs with a bearer token.")
        }
    }
}
