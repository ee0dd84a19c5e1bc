import ArgumentParser

/// The command line of the sample app.
@main
struct Strata: AsyncParsableCommand {
    static var version: String { "1.0" }

    static let configuration = CommandConfiguration(
        commandName: "strata",
        abstract: "A sample app on an HTTP API: sign in, look at users, change them, upload a picture.",
        discussion: """
            Settings come from options, then from the environment, then from a JSON file. Their names there are those of \
            the options: --base-url is STRATA_BASE_URL and base_url. The file alone holds profiles. Results go to \
            standard output, everything else to standard error.

            Exit codes: 0 done; 60 no secure connection; 64 wrong usage or value; 65 refused by the server as invalid; \
            66 unsuitable file; 67 not found; 69 server not reached; 70 answer not understood; 74 local data unusable; \
            75 try again later; 76 HTTP broken or redirected wrongly; 77 not signed in or not allowed; 78 wrong settings; \
            124 timed out; 130 interrupted; 1 anything else.
            """,
        version: version,
        subcommands: [
            DemoCommand.self, ServeCommand.self, LoginCommand.self, LogoutCommand.self, WhoAmICommand.self,
            UsersCommand.self, AvatarCommand.self, APICommand.self, GraphCommand.self,
        ])
}
