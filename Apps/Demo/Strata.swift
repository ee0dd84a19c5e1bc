import ArgumentParser

/// The command line of the sample app.
@main
struct Strata: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "strata",
        abstract: "A sample app on an HTTP API: sign in, look at users, change them, upload a picture.",
        discussion: """
            Settings come from options, then from the environment (STRATA_BASE_URL, STRATA_TIMEOUT, STRATA_DATA_DIR), \
            then from a JSON file with the keys base_url, timeout and data_dir. Results go to standard output, everything \
            else to standard error.

            Exit codes: 0 done; 64 wrong usage or value; 65 refused by the server as invalid; 66 unsuitable file; \
            67 not found; 69 server not reached; 70 answer not understood; 74 local data unusable; \
            75 try again later; 77 not signed in or not allowed; 78 wrong settings; 130 interrupted; 1 anything else.
            """,
        subcommands: [
            DemoCommand.self, ServeCommand.self, LoginCommand.self, LogoutCommand.self, WhoAmICommand.self,
            UsersCommand.self, AvatarCommand.self, GraphCommand.self,
        ])
}
