import ArgumentParser
import CommandLine
import Composition
import Foundation
import Networking
import Primitives
import RemoteServices
import Services
import Transfers

struct APICommand: SigningCommand {
    static let configuration = CommandConfiguration(
        commandName: "api",
        abstract: "Send one request and print the response.",
        examples: "strata api /v2/health", "strata api GET /v2/time-entries --field page=2 --field per_page=2",
        "strata api /v2/files/sample-8388608 --output sample.bin",
        "strata api https://api.example.com/items --auth api-key",
        "strata api /v2/time-entries --paginate | jq '.items[].task'",
        notes: """
            A target that begins with a slash is a path below the base URL, including the version: /v2/users/me. An \
            absolute URL goes to its own server and never carries the credentials of another server.

            The default method is POST for a request with a body, and GET otherwise; with --paginate it is GET. --field adds query items to GET, \
            HEAD and DELETE requests, and members of a JSON object to all others. --data sends bytes unchanged. --form \
            sends a multipart form.

            Secrets are never arguments, because every process on the machine can read those. --auth bearer uses the \
            token in STRATA_TOKEN or --token-file, or else the session of `strata login` or of a profile. --auth basic prompts for the password or reads --password-file. \
            --auth api-key reads STRATA_API_KEY or --api-key-file.

            --paginate requests the next page until there is none: the target of Link: rel="next" (RFC 8288), or else \
            the string "next" of a JSON object. It prints one page per line, as it arrives, or one array with --slurp. \
            Pages on another server are not followed. If a page fails, the array is not closed, so that no program \
            reads it as complete.

            A response other than 2xx is printed too, and sets the exit code. With --max-redirects 0, a redirect is \
            printed and counts as a success.
            """)

    @Argument(
        help: ArgumentHelp("The request method (optional) and the target.", valueName: "method-and-target"),
        completion: .list(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]))
    var words: [String]

    @OptionGroup(title: "Request") var request: RequestOptions
    @OptionGroup(title: "Authentication") var credential: CredentialOptions
    @OptionGroup(title: "Output") var output: ResponseOptions
    @OptionGroup(title: "Output") var pages: PageOptions
    @OptionGroup var options: GlobalOptions

    var target: String { words.last ?? "" }

    func validate() throws {
        guard (1...2).contains(words.count) else {
            throw ValidationError("Pass one target, optionally after a method: strata api GET /v2/users/me")
        }
        try checkProfile()
        if pages.paginate && (output.destination != .shown || output.include) {
            throw ValidationError("--paginate prints only bodies. Remove --output and --include.")
        }
        if options.json && output.destination == .raw {
            throw ValidationError(
                "--json describes the response, but --output - prints only its bytes. Use one of them.")
        }
    }

    func run(
        _ app: ComposedApp, at baseURL: URL, with settings: RunSettings, _ terminal: Terminal
    ) async throws {
        let input = try await input(of: app)
        let sendsBody = request.data != nil || !request.form.isEmpty
        var raw = try await RawRequest(
            pages.paginate && words.count == 1 && !sendsBody ? ["GET"] + words : words, options: request,
            baseURL: baseURL, identifiers: app.identifiers, input: input)
        if pages.paginate { raw = try raw.firstPage() }
        let call = APICall(
            raw: raw, app: app, settings: settings, options: credential, output: output, timeLimit: input.limit,
            terminal: terminal,
            pages: pages.paginate ? PagePrinter(terminal, options: pages, json: options.json) : nil)
        switch try await call.send() {
        case .pages: return
        case .file(let file):
            try terminal.show(
                file: file.url, bytes: file.length, digest: file.digest?.description, json: options.json)
        case .response(let response):
            try APIResponse(response: response).show(
                on: terminal, including: output.include, json: options.json, raw: output.destination == .raw)
            guard !(200..<300).contains(response.status) else { return }
            // With --max-redirects 0, a redirect is the requested response.
            guard app.settings.maxRedirects > 0 || !(300..<400).contains(response.status) else { return }
            throw Failure(
                "The server responded with \(response.status) (request ID \(response.requestID.text)).",
                Failure.Status(ServiceFailure.Kind(HTTPFailure(status: response.status))))
        }
    }
}
