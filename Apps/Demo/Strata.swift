import ArgumentParser
import Foundation

/// The command-line interface of the sample app.
@main
struct Strata: AsyncParsableCommand {
    static var version: String { "1.0" }
    static var userAgent: String { "strata/\(version)" }

    static let configuration = CommandConfiguration(
        commandName: "strata",
        abstract: "Use the sample app on an HTTP API: log in, use its features, send requests.",
        discussion: """
            Examples:
              strata demo                      run a guided tour
              strata serve                     run the sample backend
              strata login ada@example.com     log in to it
              strata whoami --json             print results as JSON
              strata api /v2/users/me --trace  send any request

            Settings come from options, then from environment variables, then from a JSON file. Their names \
            correspond: --base-url is STRATA_BASE_URL and base_url. Only the file can contain profiles. \
            STRATA_SETTINGS selects another file. Results go to standard output, everything else to standard error.

            Exit codes:
            \(Self.exitCodes)
            """,
        version: version,
        subcommands: [
            DemoCommand.self, ServeCommand.self, LoginCommand.self, LogoutCommand.self, WhoAmICommand.self,
            UsersCommand.self,  // feature: Users
            AvatarCommand.self,  // feature: Uploads
            ProductsCommand.self,  // feature: Products
            BooksCommand.self,  // feature: Books
            ReviewsCommand.self,  // feature: Reviews
            FeedbackCommand.self,  // feature: Feedback
            TimeEntriesCommand.self,  // feature: TimeEntries
            TransfersCommand.self, APICommand.self, GraphQLCommand.self, GraphCommand.self,
        ])

    static func main() async {
        StandardStreams.openClosed()
        do {
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            exit(reporting: error)
        }
    }

    /// Ends the process. A usage error gets the prefix of all other errors.
    private static func exit(reporting error: any Error) -> Never {
        let message = fullMessage(for: error)
        guard exitCode(for: error).rawValue == ExitStatus.usage.rawValue, message.hasPrefix("Error: ") else {
            exit(withError: error)
        }
        Terminal().note("strata: \(message.dropFirst("Error: ".count))")
        exit(withError: ExitCode(ExitStatus.usage.rawValue))
    }

    /// One line for each exit code.
    private static var exitCodes: String {
        ([(0, "done")] + ExitStatus.allCases.map { ($0.rawValue, $0.meaning) })
            .map { "  \($0)".padding(toLength: 7, withPad: " ", startingAt: 0) + $1 }.joined(separator: "\n")
    }
}
