import ArgumentParser
import Composition
import DependencyInjection
import Foundation
import Networking
import Primitives

struct APICommand: AppCommand {
    static let configuration = CommandConfiguration(
        commandName: "api",
        abstract: "Send one request through the whole chain and print the answer.",
        discussion: """
            A target that begins with a slash is a path below the base URL, version included: /v2/users/u-ada. An absolute \
            URL goes to its own server, which never sees the credential of another.

            Without a method it is POST if a body is sent, and GET otherwise. --field makes query items of GET, HEAD and \
            DELETE, and a JSON object for the other methods; --data sends bytes as they are, --form a multipart form.

            Secrets are never arguments, which every process on the machine could read: --auth bearer signs with the \
            session of `strata login` or of a profile, --auth basic asks for the password (or reads --password-file), and \
            --auth api-key takes the key from STRATA_API_KEY.

            A response other than 2xx is printed too, and the exit code reports it. With --max-redirects 0, a redirect is \
            printed as a success.
            """)

    @Argument(help: ArgumentHelp("A method, which may be left out, and where to.", valueName: "method-and-target"))
    var words: [String]

    @OptionGroup(title: "What is sent") var request: RequestOptions
    @OptionGroup(title: "Who sends it") var credential: CredentialOptions
    @OptionGroup(title: "What is printed") var output: ResponseOptions
    @OptionGroup var options: GlobalOptions

    func validate() throws {
        guard (1...2).contains(words.count) else {
            throw ValidationError("Name one target, with or without a method: strata api GET /v2/users/u-ada")
        }
        if credential.profile != nil && options.connection.baseURL != nil {
            throw ValidationError("A profile has an address of its own; leave --base-url out.")
        }
        if options.json && output.destination == .raw {
            throw ValidationError("--json describes the answer, and --output - is its bytes alone; leave one out.")
        }
    }

    func run(_ app: ComposedApp, _ terminal: Terminal) async throws {
        let settings = try await app.container.resolve(.runSettings)
        let profile = try credential.profile.map(settings.profiles.named)
        let baseURL = profile?.baseURL ?? app.settings.baseURL
        let timeLimit = options.connection.deadline.map { _ in app.settings.deadline }
        let raw = try await RawRequest(
            words, options: request, baseURL: baseURL, identifiers: try await app.container.resolve(.identifiers),
            input: BodyInput(within: timeLimit, time: try await app.container.resolve(.time)))
        let call = APICall(
            raw: raw, app: app, options: credential, output: output, timeLimit: timeLimit, terminal: terminal)
        let outcome: APICall.Outcome
        do {
            outcome = try await call.send()
        } catch {
            throw settings.failure(error, at: baseURL)
        }
        switch outcome {
        case .file(let file):
            try FileOutput(file).show(on: terminal, json: options.json)
        case .response(let response):
            try APIResponse(response: response).show(
                on: terminal, including: output.include, json: options.json, raw: output.destination == .raw)
            guard !(200..<300).contains(response.status) else { return }
            // With --max-redirects 0, a redirect is the response that was asked for.
            guard app.settings.maxRedirects > 0 || !(300..<400).contains(response.status) else { return }
            throw Failure(
                "The server responded with \(response.status) (request ID \(response.requestID.text)).",
                ExitStatus(HTTPFailure(status: response.status)))
        }
    }
}
