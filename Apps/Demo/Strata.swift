import ArgumentParser

/// The command line of the sample app.
@main
struct Strata: AsyncParsableCommand {
    static var version: String { "1.0" }
    static var userAgent: String { "strata/\(version)" }

    static let configuration = CommandConfiguration(
        commandName: "strata",
        abstract: "A sample app on an HTTP API: sign in, look at users, change them, upload a picture.",
        discussion: """
            Settings come from options, then from the environment, then from a JSON file. Their names there are those of \
            the options: --base-url is STRATA_BASE_URL and base_url. The file alone holds profiles, and \
            STRATA_SETTINGS names another one. Results go to \
            standard output, everything else to standard error.

            Exit codes: 0 done; \(ExitStatus.allCases.map { "\($0.rawValue) \($0.meaning)" }.joined(separator: "; ")).
            """,
        version: version,
        subcommands: [
            DemoCommand.self, ServeCommand.self, LoginCommand.self, LogoutCommand.self, WhoAmICommand.self,
            UsersCommand.self, AvatarCommand.self, ProductsCommand.self, APICommand.self, GraphCommand.self,
        ])

    static func main() async {
        StandardStreams.openClosed()
        await main(nil)
    }
}
