import ArgumentParser
import CommandLine
import Composition
import Foundation
import GraphQL
import Networking
import Primitives

struct GraphQLCommand: SigningCommand {
    static let configuration = CommandConfiguration(
        commandName: "graphql",
        abstract: "Execute a GraphQL operation and print its data.",
        examples: "strata graphql '{ countries { name } }' --url https://example.com/graphql --auth none",
        #"strata graphql @country.graphql --variables '{"code": "GB"}'"#,
        "strata graphql - --operation Country < countries.graphql",
        "strata graphql 'subscription { priceChanged { amount } }'",
        notes: """
            The data goes to standard output, with fields in the server's order. Each error is one line on standard \
            error: the path of its field, the message, the code and its place in the document. The exit code is 18 if the \
            data is not complete. --json prints data and errors, with their extensions, as one object. Each event of a subscription is one line. A \
            lost subscription connects again, and ends after --max-retries reconnects in a row that received nothing.

            Credentials are those of `strata api`: a path is signed with your login, and an absolute URL never carries \
            the credentials of another server.
            """)

    @Argument(help: ArgumentHelp("The document: its text, @FILE, or - for standard input.", valueName: "query"))
    var query: String

    @Option(help: ArgumentHelp("A JSON object with the variables: its text, @FILE or @-.", valueName: "json"))
    var variables: String?

    @Option(help: ArgumentHelp("Execute the operation with this name.", valueName: "name"))
    var operation: String?

    @Option(help: ArgumentHelp("Send it to this path or URL.", valueName: "url"))
    var url = "/graphql"

    @Option(
        name: [.customShort("H"), .customLong("header")],
        help: ArgumentHelp("Add a header field.", valueName: "name: value"))
    var headers: [String] = []

    @Flag(help: "Print each request as a cURL command on standard error, with shell variables in place of secrets.")
    var curl = false

    @OptionGroup(title: "Authentication") var credential: CredentialOptions
    @OptionGroup var options: GlobalOptions

    var target: String { url }

    func validate() throws {
        try checkProfile()
        if ["-", "@-"].contains(query) && variables == "@-" {
            throw ValidationError("Standard input can be the document or the variables, not both.")
        }
    }

    func run(
        _ app: ComposedApp, at baseURL: URL, with settings: RunSettings, _ terminal: Terminal
    ) async throws {
        let target = try TypedTarget(url, baseURL: baseURL)
        let input = try await input(of: app)
        let call = GraphQLCall(
            document: try await GraphQLInput.document(query, input: input), name: operation,
            variables: try await GraphQLInput.variables(variables, input: input), target: target,
            output: GraphQLOutput(terminal: terminal, isJSON: options.json), reconnects: app.settings.retries)
        let headers = try headers.map(GraphQLInput.header)
        let session = TargetSession(
            target: target, headers: headers, defaultHeaders: headers, app: app, settings: settings,
            options: credential, curl: curl, terminal: terminal)
        try await session.open(for: call)
    }
}

struct GraphQLCall: SessionUse {
    let document: String
    let name: String?
    let variables: GraphQLJSON?
    let target: TypedTarget
    let output: GraphQLOutput
    /// How many times in a row a subscription reconnects without receiving anything.
    let reconnects: Int

    func run<Access>(with session: Session<Access>, of partition: CredentialPartition) async throws {
        let graphQL = GraphQLSession(session, path: EndpointPath(encoded: target.path))
        let operation = GraphQLOperation<Access, GraphQLJSON>(document, name: name, variables: variables)
        guard operation.kind == .subscription else { return try output.show(try await graphQL.execute(operation)) }
        var policy = EventStreamPolicy()
        policy.reconnects = reconnects
        let events = graphQL.subscribe(to: operation, policy: policy)
        try await output.terminal.untilUnread { try await output.show(events) }
    }
}

enum GraphQLInput {
    static func document(_ argument: String, input: BodyInput) async throws -> String {
        let source = Source(argument: argument == "-" ? "@-" : argument, option: "<query>")
        guard let text = String(data: try await source.content(input), encoding: .utf8) else {
            throw source.refused("is not text in UTF-8.")
        }
        guard !text.allSatisfy(\.isWhitespace) else { throw source.refused("is empty.") }
        return text
    }

    static func variables(_ argument: String?, input: BodyInput) async throws -> GraphQLJSON? {
        guard let argument else { return nil }
        let source = Source(argument: argument, option: "--variables")
        guard let json = JSONText(try await source.content(input)), json.isObject else {
            throw source.refused("must be a JSON object, such as '{\"id\": 84}'.")
        }
        if let name = json.repeatedName {
            throw source.refused("has the name \"\(name.printable)\" twice in one object. Use each name once.")
        }
        guard !json.hasLoneSurrogate else {
            throw source.refused("has one half of a surrogate pair (\\ud800 to \\udfff), which is not a character.")
        }
        return GraphQLJSON(text: json.text)
    }

    /// Parses a field of `--header`. Throws if the GraphQL client sets this field.
    static func header(_ argument: String) throws(Failure) -> HeaderField {
        let field = try RawRequest.header(argument)
        guard !["accept", "content-type"].contains(field.name.lowercased()) else {
            throw Failure("--header \(field.name): the GraphQL client sets it.", .usage)
        }
        return field
    }

    /// A text, a file after `@`, or standard input as `@-`.
    private struct Source {
        let argument: String
        let option: String

        func content(_ input: BodyInput) async throws -> Data {
            guard let file = argument.nameBehindAt else { return Data(argument.utf8) }
            switch try await input.open(file, of: option) {
            case .bytes(let bytes): return bytes
            case .file(let file):
                return try await InputFile.bytes(of: file.path, limit: .body, as: "The file \(file.path) of \(option)")
            }
        }

        func refused(_ reason: String) -> Failure {
            guard let name = argument.nameBehindAt else { return Failure("\(option) \(reason)", .usage) }
            guard name != "-" else { return Failure("Standard input \(reason)", .unsuitableFile) }
            let file = URL(typed: name)
            return Failure("The file \(file.path) of \(option) \(reason)", .unsuitableFile)
        }
    }
}
