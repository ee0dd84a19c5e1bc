import ArgumentParser
import Foundation
import Networking

struct APICommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "api",
        abstract: "Send one request through the whole chain and print the answer.",
        discussion: """
            A target that begins with a slash is a path below the base URL, version included: /v2/users/u-ada. An absolute \
            URL goes to its own server, which never sees the credential of another.

            What is sent: --field makes query items of GET, HEAD and DELETE, and a JSON object for the other methods; \
            --data sends bytes as they are, --form a multipart form. Without METHOD it is POST if anything is sent in the \
            body, and GET otherwise.

            Secrets are never arguments, which every process on the machine could read: --auth bearer signs with the \
            session of `strata login`, or with a profile's; --auth basic asks for a password (or reads --password-file), \
            and --auth api-key takes the key from STRATA_API_KEY.

            Answers other than 2xx are printed too, and told by the exit code.
            """)

    @Argument(
        help: ArgumentHelp("GET, POST, … and where to; the method may be left out.", valueName: "method> <path-or-url"))
    var words: [String]

    @OptionGroup(title: "What is sent") var request: RequestOptions
    @OptionGroup(title: "What is printed") var output: AnswerOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard (1...2).contains(words.count) else {
            throw ValidationError("Name one target, with or without a method: strata api GET /v2/users/me")
        }
    }

    func run(_ app: App, _ terminal: Terminal) async throws {}
}
